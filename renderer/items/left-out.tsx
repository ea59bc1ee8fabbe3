// Under an item that is too large for a page: how much of it is missing here, and where all of it is.
import type { TurnItem } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { leftOutWords } from "../text/left-out-words";

export function LeftOut({ item }: { item: TurnItem }) {
  const words = leftOutWords(item);
  if (words === null) return null;
  return (
    <p className="notice-line" role="note">
      <Icon name="warning" />
      <span>{words}</span>
    </p>
  );
}
