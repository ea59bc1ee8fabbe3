// A small menu in which one of a few is chosen. The arrows go, Enter chooses, Esc leaves; the focus goes back to its button.
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon, type IconName } from "./icon";
import { onMenuKey } from "./menu-keys";

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly about: ReactNode;
}

interface ChoiceMenuProps<Value extends string> {
  readonly icon: IconName;
  /** What the button shows; `label` says the whole. */
  readonly text: ReactNode;
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

const MARGIN = 8;

export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { icon, text, label, choices, chosen, onChoose } = props;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = menu.current;
    const anchor = button.current?.getBoundingClientRect();
    if (!isOpen || element === null || anchor === undefined) return;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    const above = anchor.top - height - MARGIN / 2;
    element.style.left = `${Math.max(MARGIN, Math.min(anchor.left, window.innerWidth - width - MARGIN))}px`;
    element.style.top = `${above >= MARGIN ? above : Math.max(MARGIN, window.innerHeight - height - MARGIN)}px`;
    element.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
    // What it hangs on moves when the window does.
    const close = () => setIsOpen(false);
    window.addEventListener("resize", close);
    return () => window.removeEventListener("resize", close);
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])];
    onMenuKey(event, all, close);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="pick"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={icon} />
        <span className="text">{text}</span>
        <Icon name="down" isSmall />
      </button>
      {isOpen ? (
        <div
          ref={menu}
          id={id}
          className="menu choice-menu"
          popover="auto"
          role="menu"
          aria-label={label}
          onKeyDown={onKeyDown}
          onToggle={(event) => {
            if (event.newState === "closed") setIsOpen(false);
          }}
        >
          {choices.map(({ value, name, about }) => (
            <button
              key={value}
              type="button"
              role="menuitemradio"
              className="menu-item"
              tabIndex={-1}
              aria-checked={value === chosen}
              onClick={() => {
                close();
                if (value !== chosen) onChoose(value);
              }}
            >
              <Icon name="check" className={value === chosen ? "" : "is-hidden"} />
              <span className="name">{name}</span>
              <span className="why">{about}</span>
            </button>
          ))}
        </div>
      ) : null}
    </>
  );
}
