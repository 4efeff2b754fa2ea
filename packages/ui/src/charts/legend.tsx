import type { Kind } from "./plot.tsx";

interface LegendProps {
  readonly entries: readonly {
    readonly kind: Kind;
    readonly name: string;
    /** The sum of its values. */
    readonly text: string;
  }[];
  readonly unit: string | null;
  /** The names of what is not shown. */
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** What the colors of a chart mean. Each of several series is a button, which hides it and shows it again. */
export function Legend({ entries, unit, hidden, onChange }: LegendProps) {
  return (
    <ul className="legend">
      {entries.map(({ kind, name, text }) => {
        const words = (
          <>
            <span className={`key kind-${kind}`} aria-hidden="true" />
            {name} <strong className="legend-sum">{text}</strong>
            {unit !== null && ` ${unit}`}
          </>
        );
        return (
          <li key={name}>
            {entries.length === 1 ? (
              <span>{words}</span>
            ) : (
              <button
                type="button"
                className="legend-button"
                aria-pressed={!hidden.includes(name)}
                onClick={() =>
                  onChange(
                    hidden.includes(name)
                      ? hidden.filter((one) => one !== name)
                      : [...hidden, name],
                  )
                }
              >
                {words}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
