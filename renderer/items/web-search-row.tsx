// A search of the provider: what was looked for, or which page was opened. Its results are in no line of the file.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { VisibleText } from "../components/visible-text";

const ACTIONS: Readonly<Record<string, string>> = {
  openPage: "Opened a web page",
  open_page: "Opened a web page",
  findInPage: "Looked within a web page",
  find_in_page: "Looked within a web page",
};

export function WebSearchRow({ item }: { item: TurnItemOf<"webSearch"> }) {
  const { query, action = "search" } = item;
  const words = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : "Searched the web";
  return (
    <p className="notice-line">
      <Icon name="globe" />
      <span>
        {words}
        {query === "" ? null : (
          <>
            {": "}
            <bdi>
              <VisibleText text={query} />
            </bdi>
          </>
        )}
      </span>
    </p>
  );
}
