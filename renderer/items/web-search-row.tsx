// A search of the provider: what was looked for. Its results are in no line of the file.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { VisibleText } from "../components/visible-text";

export function WebSearchRow({ item }: { item: TurnItemOf<"webSearch"> }) {
  return (
    <p className="notice-line">
      <Icon name="globe" />
      <span>
        {"Searched the web"}
        {item.query === "" ? null : (
          <>
            {": "}
            <bdi className="strong">
              <VisibleText text={item.query} />
            </bdi>
          </>
        )}
        {item.action === undefined || item.action === item.query || item.action === "search" ? null : (
          <span className="faint">
            {" · "}
            <bdi>
              <VisibleText text={item.action} />
            </bdi>
          </span>
        )}
      </span>
    </p>
  );
}
