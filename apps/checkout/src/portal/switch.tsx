import type { ReactNode } from "react";

interface SwitchProps {
  /** In full, for those who hear the page: `Usage of agent-7`. */
  readonly label: string;
  readonly isOn: boolean;
  /** The change is being made. */
  readonly isBusy?: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** The position in words. */
  readonly children: ReactNode;
}

/** Turns something on and off at once. */
export const Switch = ({ label, isOn, isBusy = false, onChange, children }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className="switch"
    aria-label={label}
    aria-checked={isOn}
    aria-busy={isBusy}
    onClick={() => !isBusy && onChange(!isOn)}
  >
    <span className="switch-track" />
    {children}
  </button>
);
