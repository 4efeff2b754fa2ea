import { type ReactNode, useId } from "react";

interface FieldProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "text" | "email" | "password" | "url" | "date";
  readonly inputMode?: "decimal";
  readonly autoComplete?: string;
  readonly isOptional?: boolean;
  readonly error?: string | undefined;
  /** Stands in the field, after what is typed. */
  readonly unit?: string;
  readonly hint?: ReactNode;
}

/** A field with its label, and with what is wrong with it beside it. */
export function Field({
  label,
  value,
  onChange,
  type = "text",
  isOptional = false,
  error,
  unit,
  hint,
  ...props
}: FieldProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">(optional)</span>}
      </label>
      <div className="input">
        <input
          {...props}
          id={id}
          type={type}
          value={value}
          required={!isOptional}
          aria-invalid={error !== undefined}
          aria-describedby={described.length > 0 ? described.join(" ") : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {unit !== undefined && <span className="unit">{unit}</span>}
      </div>
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="aside" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
