// Who may send commands: only the page of our own bundle, in the window's main frame.
import { APP_ORIGIN } from "../window/app-url";

/** The part of Electron's WebFrameMain that the decision needs. */
export interface SenderFrame {
  readonly origin: string;
}

/** `sender` is null once its frame has navigated or is gone. Frames are compared by identity. */
export function isTrustedSender(sender: SenderFrame | null, mainFrame: SenderFrame): boolean {
  return sender !== null && sender === mainFrame && sender.origin === APP_ORIGIN;
}
