import type { ReactNode } from "react";

interface RecordColumn {
  readonly label: string;
  /** Figures stand on the right. */
  readonly isFigure?: boolean;
}

interface RecordsProps {
  readonly caption: string;
  readonly columns: readonly RecordColumn[];
  readonly rows: readonly {
    readonly key: string;
    /** One for each column; the first names the row, and links to it. */
    readonly cells: readonly ReactNode[];
  }[];
}

/** A list of records: a table, and on a phone a card for each. */
export const Records = ({ caption, columns, rows }: RecordsProps) => (
  <table className="records">
    <caption className="unseen">{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ label, isFigure = false }) => (
          <th key={label} scope="col" className={isFigure ? "figure" : undefined}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells: [name, ...values] }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          {columns.slice(1).map(({ label, isFigure = false }, position) => (
            <td key={label} data-label={label} className={isFigure ? "figure" : undefined}>
              {values[position]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
