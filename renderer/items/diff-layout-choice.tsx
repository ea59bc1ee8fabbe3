// In how many columns changes are shown; where there is no room for two there is nothing to choose.
import { NO_COLUMNS, useMediaQuery } from "../components/use-media-query";
import { useUi, useWindow } from "../components/window-context";
import type { DiffLayout } from "../state/diff-layout";

const LAYOUTS: readonly { readonly layout: DiffLayout; readonly words: string }[] = [
  { layout: "unified", words: "One column" },
  { layout: "sideBySide", words: "Side by side" },
];

export function DiffLayoutChoice() {
  const { actions } = useWindow();
  const chosen = useUi((ui) => ui.diffLayout);
  const isNarrow = useMediaQuery(NO_COLUMNS);
  if (isNarrow) return null;
  return (
    <div className="diff-layout" role="group" aria-label="How changes are shown">
      {LAYOUTS.map(({ layout, words }) => (
        <button key={layout} type="button" aria-pressed={chosen === layout} onClick={() => actions.chooseDiffLayout(layout)}>
          {words}
        </button>
      ))}
    </div>
  );
}
