// What comes over the bridge, parsed entry by entry, so that one entry that cannot be read never costs the others of its batch.
import { z } from "zod";
import { PendingApproval } from "../../shared/protocol/approval";
import type { RpcId } from "../../shared/protocol/command";
import { SessionTarget } from "../../shared/protocol/past-session";
import { type FileEvent, type Notification, parseFileEvent, parseNotification } from "../../shared/protocol/event";
import { MenuAction } from "../../shared/protocol/window-push";

export type Inbound =
  | { readonly type: "notification"; readonly notification: Notification }
  | { readonly type: "approvalRequested"; readonly rpcId: RpcId; readonly approval: PendingApproval }
  /** News about sessions as files. */
  | { readonly type: "fileEvent"; readonly event: FileEvent }
  | { readonly type: "menu"; readonly action: MenuAction }
  /** A session that the window was asked to show: a file, or a link. */
  | { readonly type: "open"; readonly target: SessionTarget }
  /** An event of a newer version: it counts in the thread's sequence and changes nothing here. */
  | { readonly type: "unknownEvent"; readonly threadId: string; readonly seq: number }
  | { readonly type: "unreadable"; readonly reason: string };

const methodOf = z.looseObject({ method: z.string() });
const menu = z.looseObject({ params: z.object({ action: MenuAction }) });
const open = z.looseObject({ params: SessionTarget });
const approvalRequest = z.looseObject({ id: z.union([z.string(), z.number()]), params: PendingApproval });

export function parseInbound(entry: unknown): Inbound {
  try {
    switch (methodOf.parse(entry).method) {
      case "window/menu":
        return { type: "menu", action: menu.parse(entry).params.action };
      case "window/open":
        return { type: "open", target: open.parse(entry).params };
      case "item/commandExecution/requestApproval":
      case "item/fileChange/requestApproval":
      case "item/tool/requestUserInput": {
        const { id, params } = approvalRequest.parse(entry);
        return { type: "approvalRequested", rpcId: id, approval: params };
      }
      default: {
        const event = parseFileEvent(entry);
        if (event !== null) return { type: "fileEvent", event };
        const parsed = parseNotification(entry);
        if (parsed.method !== "unknown") return { type: "notification", notification: parsed };
        return { type: "unknownEvent", threadId: parsed.params.threadId, seq: parsed.params.seq };
      }
    }
  } catch (error) {
    return { type: "unreadable", reason: error instanceof Error ? error.message : String(error) };
  }
}
