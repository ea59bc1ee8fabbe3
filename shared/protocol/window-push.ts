// What the app tells its own page beside the agent's events: a menu entry that was chosen, a session to be opened.
import { z } from "zod";
import { SessionTarget } from "./past-session";

export const MenuAction = z.enum([
  "newSession",
  "openFolder",
  "openRollout",
  "showPalette",
  "showSettings",
  "renameSession",
  "exportSession",
  "archiveSession",
  "toggleSidebar",
]);
export type MenuAction = z.infer<typeof MenuAction>;

/** `window/open`: from the menu, an argument, a link, the system. Its path or id is as it was given; nobody has looked yet whether it is there. */
export const WindowPush = z.discriminatedUnion("method", [
  z.object({ method: z.literal("window/menu"), params: z.object({ action: MenuAction }) }),
  z.object({ method: z.literal("window/open"), params: SessionTarget }),
]);
export type WindowPush = z.infer<typeof WindowPush>;
