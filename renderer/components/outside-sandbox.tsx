// A command that asks to run outside the sandbox stands out, with the model's reason as what it is: the model's words.
import type { PendingOf } from "../../shared/protocol/approval";
import { Icon } from "./icon";
import { VisibleText } from "./visible-text";

export function OutsideSandbox({ approval }: { approval: PendingOf<"command"> }) {
  const { outsideSandbox = false, justification } = approval;
  if (!outsideSandbox && justification === undefined) return null;
  return (
    <div className="ask-outside">
      {outsideSandbox ? (
        <p>
          <Icon name="warning" />
          <span>
            <strong>Outside the sandbox.</strong> It could read and change whatever you can, and reach the network.
          </span>
        </p>
      ) : null}
      {justification === undefined ? (
        <p className="quiet">The model does not say why.</p>
      ) : (
        <figure>
          <figcaption>The model says why:</figcaption>
          <blockquote dir="auto" tabIndex={0}>
            “<VisibleText text={justification.trim()} />”
          </blockquote>
        </figure>
      )}
    </div>
  );
}
