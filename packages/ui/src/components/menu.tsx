import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { movedBy } from "./arrow-keys.ts";

export interface MenuItem {
  readonly words: ReactNode;
  readonly onChoose: () => void;
}

interface MenuProps {
  /** The name of the menu: `Actions of the invoice`. */
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** Less common actions behind a "⋯" button. Arrow keys move; Escape or a click elsewhere closes. */
export function Menu({ label, items }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = () => {
    const at = button.current?.getBoundingClientRect();
    const { current: menu } = list;
    if (at === undefined || menu === null) return;
    const { innerHeight, innerWidth } = globalThis;
    const below = at.bottom + 4;
    const fits = below + menu.offsetHeight <= innerHeight;
    menu.style.top = `${fits ? below : Math.max(4, at.top - 4 - menu.offsetHeight)}px`;
    menu.style.left = `${Math.max(4, Math.min(at.right, innerWidth - 4) - menu.offsetWidth)}px`;
  };
  const move = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll("button") ?? [])];
    const now = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = movedBy(event.key, "down", now, all.length);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-quiet button-small menu-button"
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        ⋯
      </button>
      <div
        ref={list}
        id={id}
        className="menu-list"
        role="menu"
        aria-label={label}
        popover="auto"
        onKeyDown={move}
        onToggle={({ newState }) => {
          if (newState !== "open") return;
          place();
          list.current?.querySelector("button")?.focus();
        }}
      >
        {items.map(({ words, onChoose }, position) => (
          <button
            key={String(position)}
            type="button"
            role="menuitem"
            onClick={() => {
              list.current?.hidePopover();
              onChoose();
            }}
          >
            {words}
          </button>
        ))}
      </div>
    </>
  );
}
