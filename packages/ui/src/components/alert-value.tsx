import {
  type AlertTerms,
  crossedText,
  levelsText,
  levelText,
  watchedText,
} from "../words/alerts.ts";

interface AlertValueProps {
  readonly alert: AlertTerms;
  /** null: it is not known. */
  readonly value: string | null;
  /** The levels that are crossed now. */
  readonly crossed: readonly string[];
}

/** What an alert watches, its value, and its levels. */
export function AlertValue({ alert, value, crossed }: AlertValueProps) {
  const { on, levels } = alert;
  return (
    <div className="limit">
      <p className="limit-name">
        {watchedText(alert)}: {value === null ? "not known yet" : levelText(on, value)}
      </p>
      <p className="aside">
        {crossed.length > 0 && <strong>{crossedText(on, crossed)} </strong>}
        Alert {levelsText(on, levels)}.
      </p>
    </div>
  );
}
