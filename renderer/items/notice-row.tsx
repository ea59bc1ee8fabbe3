// What the person was told and must still see later.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";

const ICONS = { info: "info", warning: "warning", error: "x" } as const;

export function NoticeRow({ item }: { item: TurnItemOf<"notice"> }) {
  return (
    <p className={item.level === "error" ? "notice-line is-error" : "notice-line"}>
      <Icon name={item.code.startsWith("damaged") ? "mend" : ICONS[item.level]} />
      <span dir="auto">{item.text}</span>
    </p>
  );
}
