import { colorText, Field, modes, readColor, shadesOf, white } from "@usance/ui";

interface ColorFieldProps {
  /** `#2563eb`; empty: the color of the pages. */
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly error: string | undefined;
}

/** The color of a service's pages, with a preview of their buttons in light and dark mode. */
export function ColorField({ value, onChange, error }: ColorFieldProps) {
  const color = readColor(value);
  return (
    <div className="color-field">
      <Field
        label="Color"
        isOptional
        value={value}
        onChange={onChange}
        error={error}
        hint="As #2563eb. The pages make it darker or lighter where text would be hard to read."
      />
      <input
        type="color"
        aria-label="Choose the color"
        value={color === null ? "#0b5f4a" : colorText(color)}
        onChange={({ target }) => onChange(target.value)}
      />
      {color !== null && (
        <div className="color-previews" aria-hidden="true">
          {(["light", "dark"] as const).map((mode) => {
            const { accent, onAccent } = shadesOf(color, mode);
            const [ground = white] = modes[mode].grounds;
            return (
              <span key={mode} style={{ background: colorText(ground) }}>
                <span style={{ background: colorText(accent), color: colorText(onAccent) }}>
                  Pay 25.00 USDC
                </span>
              </span>
            );
          })}
        </div>
      )}
    </div>
  );
}
