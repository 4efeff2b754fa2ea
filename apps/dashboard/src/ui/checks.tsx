import { Button } from "@usance/ui";
import { useId } from "react";

/** Values that belong together, in one row. */
export interface CheckGroup<Value extends string> {
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly words: string }[];
}

interface ChecksProps<Value extends string> {
  readonly label: string;
  readonly groups: readonly CheckGroup<Value>[];
  /** Common sets of values. */
  readonly presets: readonly { readonly words: string; readonly values: readonly Value[] }[];
  readonly value: readonly Value[];
  readonly onChange: (value: readonly Value[]) => void;
  readonly error: string | undefined;
}

/** A choice of some of many values: checkboxes by group, and presets. */
export function Checks<Value extends string>({
  label,
  groups,
  presets,
  value,
  onChange,
  error,
}: ChecksProps<Value>) {
  const id = useId();
  // Checking a box drops the values without one, such as `*`.
  const listed = value.filter((one) =>
    groups.some(({ options }) => options.some((option) => option.value === one)),
  );
  const isSame = (values: readonly Value[]) =>
    values.length === value.length && values.every((one) => value.includes(one));
  return (
    <fieldset
      className="checks"
      aria-describedby={error === undefined ? undefined : id}
      aria-invalid={error !== undefined}
      tabIndex={-1}
    >
      <legend>{label}</legend>
      <div className="section-actions">
        {presets.map(({ words, values }) => (
          <Button
            key={words}
            kind="quiet"
            isSmall
            isPressed={isSame(values)}
            onClick={() => onChange(values)}
          >
            {words}
          </Button>
        ))}
      </div>
      <div className="check-groups">
        {groups.map(({ name, options }) => (
          <fieldset key={name} aria-label={name} className="check-group">
            <span>{name}</span>
            <span className="check-options">
              {options.map((option) => (
                <label key={option.value}>
                  <input
                    type="checkbox"
                    checked={value.includes(option.value)}
                    onChange={({ target }) =>
                      onChange(
                        target.checked
                          ? [...listed, option.value]
                          : listed.filter((one) => one !== option.value),
                      )
                    }
                  />{" "}
                  {option.words}
                </label>
              ))}
            </span>
          </fieldset>
        ))}
      </div>
      {error !== undefined && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
