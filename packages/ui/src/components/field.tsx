import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";
import { readingsOf } from "../words/money.ts";
import { TextButton } from "./button.tsx";

interface FieldProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "text" | "email" | "password" | "url" | "date";
  readonly autoComplete?: string;
  readonly isOptional?: boolean;
  readonly error?: string | undefined;
  /** Stands in the field, after what is typed. */
  readonly unit?: string;
  readonly hint?: ReactNode;
}

/** A field with its label, and with what is wrong with it beside it. */
export const Field = (props: FieldProps) => <LabelledInput {...props} />;

/**
 * A field for a number. Text such as `1,234`, which can mean two numbers, is not submitted: the field asks which one is
 * meant, with a button for each.
 */
export function NumberField({ error, ...props }: Omit<FieldProps, "type">) {
  const { value, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const readings = readingsOf(value);
  const question = "This can mean two numbers. Choose one:";
  useEffect(() => input.current?.setCustomValidity(readings === null ? "" : question));
  const choose = (reading: string) => {
    onChange(reading);
    input.current?.focus();
  };
  const isAsked = readings !== null && (error !== undefined || refused === value);
  return (
    <LabelledInput
      {...props}
      inputMode="decimal"
      inputRef={input}
      error={
        isAsked ? (
          <>
            {question} <TextButton onClick={() => choose(readings[0])}>{readings[0]}</TextButton> or{" "}
            <TextButton onClick={() => choose(readings[1])}>{readings[1]}</TextButton>
          </>
        ) : (
          error
        )
      }
      onRefused={() => setRefused(value)}
    />
  );
}

interface LabelledInputProps extends Omit<FieldProps, "error"> {
  readonly error?: ReactNode;
  readonly inputMode?: "decimal";
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Told when the browser does not submit the form because of this field's own rule. */
  readonly onRefused?: () => void;
}

function LabelledInput({
  label,
  value,
  onChange,
  type = "text",
  isOptional = false,
  error,
  unit,
  hint,
  inputRef,
  onRefused,
  ...props
}: LabelledInputProps) {
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
          ref={inputRef}
          id={id}
          type={type}
          value={value}
          required={!isOptional}
          aria-invalid={error !== undefined}
          aria-describedby={described.length > 0 ? described.join(" ") : undefined}
          onChange={(event) => onChange(event.target.value)}
          onInvalid={(event) => {
            const { currentTarget: input } = event;
            if (!input.validity.customError) return;
            // The sentence beside the field takes the place of the browser's bubble, and of its focus.
            event.preventDefault();
            onRefused?.();
            if (input.form?.querySelector("input:invalid") === input) input.focus();
          }}
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
