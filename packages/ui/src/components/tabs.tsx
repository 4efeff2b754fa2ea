import { type KeyboardEvent, type ReactNode, useId } from "react";
import { movedBy } from "./arrow-keys.ts";

export interface Tab {
  readonly id: string;
  readonly words: ReactNode;
}

interface TabsProps {
  /** The name of the tab list: `The subscriber`. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Id of the tab that is shown. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs with the panel of the chosen one. Arrow keys move between them. */
export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const now = tabs.findIndex((tab) => tab.id === chosen);
    const next = tabs[movedBy(event.key, "right", now, tabs.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.words}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        className="tab-panel"
        role="tabpanel"
        aria-labelledby={`${id}-${chosen}`}
      >
        {children}
      </div>
    </>
  );
}
