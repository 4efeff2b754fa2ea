import type { Answer } from "../document.ts";
import { Html } from "../parts/html.tsx";
import type { Site } from "../site.ts";

interface ErrorsProps {
  readonly site: Site;
  readonly answers: readonly Answer[];
}

/** The errors of an operation: those of its own first, then those that nearly every call can have. */
export function Errors({ site, answers }: ErrorsProps) {
  const rows = answers.flatMap(({ status, errors }) => errors.map((one) => ({ status, ...one })));
  const [own, usual] = [false, true].map((isUsual) =>
    rows.filter(({ summary }) => site.usualErrors.has(summary) === isUsual),
  );
  return (
    <section>
      <h2 id="errors">Errors</h2>
      {own !== undefined && own.length > 0 && <ErrorList site={site} rows={own} />}
      {usual !== undefined && usual.length > 0 && (
        <details className="nested">
          <summary>Errors of every call</summary>
          <ErrorList site={site} rows={usual} />
        </details>
      )}
    </section>
  );
}

interface Row {
  readonly status: string;
  readonly summary: string;
  readonly description: string;
  readonly value: { readonly error: string };
}

function ErrorList({ site, rows }: { readonly site: Site; readonly rows: readonly Row[] }) {
  const codes = Map.groupBy(rows, (row) => `${row.status} ${row.summary} ${row.description}`);
  return (
    <ul className="fields">
      {[...codes].map(([code, [first, ...more]]) => (
        <li key={code}>
          <p className="field-line">
            <span className="status">{first?.status}</span>{" "}
            <code className="field-name">{first?.summary}</code>
          </p>
          <p className="error-text">{first?.value.error}</p>
          <Html as="p" html={site.markdown.inline(first?.description ?? "")} />
          {more.length > 0 && (
            <details className="nested">
              <summary>
                {more.length === 1 ? "Its other message" : `Its ${more.length} other messages`}
              </summary>
              {more.map(({ value: { error } }) => (
                <p key={error} className="error-text">
                  {error}
                </p>
              ))}
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
