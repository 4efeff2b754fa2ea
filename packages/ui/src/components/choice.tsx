import { type ReactNode, useId } from "react";

interface ChoiceProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** A checkbox with its label, and below it what it means. */
export function Choice({ label, hint, isChecked, onChange }: ChoiceProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <>
      <div className="choice">
        <input
          id={id}
          type="checkbox"
          checked={isChecked}
          aria-describedby={hint === undefined ? undefined : hintId}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {hint !== undefined && (
        <p className="aside choice-hint" id={hintId}>
          {hint}
        </p>
      )}
    </>
  );
}
