// One field for sessions, for what was said and done in them, and for commands. The focus stays in the field; the arrows choose.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { type PaletteOption, paletteGroups } from "../state/palette";
import { isInputMethodKey } from "../text/key-decision";
import { Icon } from "./icon";
import { PaletteRow } from "./palette-row";
import { usePaletteCommands } from "./use-palette-commands";
import { useNow } from "./use-now";
import { useWindow } from "./window-context";

const MINUTE_MS = 60_000;
const PAGE = 8;

export function Palette() {
  const { state, actions } = useWindow();
  const palette = useStore(state.palette);
  const threads = useStore(state.threads, (list) => list.threads);
  const commands = usePaletteCommands();
  const now = useNow(MINUTE_MS);
  const groups = useMemo(() => paletteGroups({ palette, threads, commands }), [palette, threads, commands]);
  const options = groups.flatMap((group) => group.options);
  const choice = useChoice(options, palette.query);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const hasJustComposed = useRef(false);
  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
  }, []);

  const choose = (option: PaletteOption) => {
    dialog.current?.close();
    actions.closePalette();
    switch (option.type) {
      case "session":
        return actions.openThread(option.thread.id);
      case "hit":
        return actions.openThread(option.thread.id, { at: option.hit.cursor });
      case "command":
        return commands.find(({ id }) => id === option.id)?.run();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { isComposing } = event.nativeEvent;
    if (isInputMethodKey({ isComposing, keyCode: event.keyCode, hasJustComposed: hasJustComposed.current })) return;
    const to = choice.after(event);
    if (to !== null) choice.set(to);
    else if (event.key === "Enter" && choice.option !== undefined) choose(choice.option);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search and commands"
      onClose={actions.closePalette}
      onClick={(event) => {
        // Beside the card: the dialog itself is hit only through its backdrop.
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className="palette-card">
        <div className="palette-input">
          <Icon name="search" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-expanded={options.length > 0}
            aria-controls="palette-hits"
            aria-activedescendant={choice.option === undefined ? undefined : optionId(choice.option)}
            aria-autocomplete="list"
            aria-label="Search sessions and commands"
            placeholder="Search sessions and commands"
            spellCheck={false}
            autoComplete="off"
            dir="auto"
            value={palette.query}
            onChange={(event) => actions.seek(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onCompositionEnd={() => {
              hasJustComposed.current = true;
              setTimeout(() => {
                hasJustComposed.current = false;
              }, 0);
            }}
          />
          <span className="faint" role="status">
            {statusWords(palette, options.length)}
          </span>
        </div>
        <div className="palette-list" id="palette-hits" role="listbox" aria-label="Results">
          {groups.map((group) => (
            <div key={group.id} role="group" aria-labelledby={`palette-${group.id}`}>
              <div className="palette-head" role="presentation">
                <span id={`palette-${group.id}`}>{group.name}</span>
                <span className="push">{group.count}</span>
              </div>
              {group.options.map((option) => (
                <PaletteRow
                  key={option.key}
                  id={optionId(option)}
                  option={option}
                  shortcut={option.type === "command" ? commands.find(({ id }) => id === option.id)?.shortcut : undefined}
                  isChosen={option === choice.option}
                  now={now}
                  onPoint={() => choice.set(options.indexOf(option))}
                  onChoose={() => choose(option)}
                />
              ))}
            </div>
          ))}
        </div>
        {palette.problem === null ? null : (
          <p className="palette-note" role="alert">{`What was said could not be searched: ${palette.problem}`}</p>
        )}
        {palette.found?.isComplete === false ? (
          <p className="palette-note">Still indexing older sessions: there may be more.</p>
        ) : null}
        <p className="palette-foot">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> choose
          </span>
          <span>
            <kbd>Enter</kbd> open at the hit
          </span>
          <span className="push">
            <kbd>&gt;</kbd> commands only
          </span>
        </p>
      </div>
    </dialog>
  );
}

function optionId({ key }: PaletteOption): string {
  return `palette-option-${key.replace(/[^\w-]/g, "_")}`;
}

function statusWords({ query, isSearching }: { query: string; isSearching: boolean }, count: number): string {
  if (query.trim() === "") return "";
  if (isSearching) return "Searching…";
  return count === 0 ? "Nothing found" : "";
}

/** The chosen option: the first for each new query, then the one the person moved to, for as long as it is there. */
function useChoice(options: readonly PaletteOption[], query: string) {
  const [chosen, setChosen] = useState<{ readonly query: string; readonly key: string } | null>(null);
  const held = chosen?.query === query ? options.findIndex(({ key }) => key === chosen.key) : -1;
  const index = Math.max(held, 0);
  const option = options[index];
  const set = (to: number) => {
    const next = options[to];
    if (next !== undefined) setChosen({ query, key: next.key });
  };
  const after = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): number | null => {
    if (ctrlKey || metaKey || altKey || shiftKey || options.length === 0) return null;
    const last = options.length - 1;
    if (key === "ArrowDown") return index === last ? 0 : index + 1;
    if (key === "ArrowUp") return index === 0 ? last : index - 1;
    if (key === "PageDown") return Math.min(index + PAGE, last);
    return key === "PageUp" ? Math.max(index - PAGE, 0) : null;
  };
  return { option, set, after };
}
