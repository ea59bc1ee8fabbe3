// Text that reached the model from neither the person nor itself, on a quiet card that says from where.
import type { ReactNode } from "react";
import { Icon, type IconName } from "../components/icon";

interface SlipProps {
  readonly icon: IconName;
  readonly title: ReactNode;
  readonly extra: string;
  readonly children: ReactNode;
}

export function Slip({ icon, title, extra, children }: SlipProps) {
  return (
    <div className="slip">
      <p className="slip-head">
        <Icon name={icon} />
        <strong>{title}</strong>
        <span>{extra}</span>
      </p>
      <div className="slip-body">{children}</div>
    </div>
  );
}
