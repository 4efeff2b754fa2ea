import type { ReactNode } from "react";

export interface Column {
  readonly label: string;
  /** Of the table, like `25%`; as wide as its content by default. */
  readonly width?: string;
  /** What it shows matters less than the others. */
  readonly isSoft?: boolean;
}

export interface Row {
  readonly key: string | number;
  /** One for each column; the first is the row's name. */
  readonly cells: readonly ReactNode[];
}

interface TableProps {
  /** What it shows, for those who hear the page. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** Rows of figures, each with its name. */
export const Table = ({ caption, columns, rows }: TableProps) => (
  <table className="table">
    <caption className="unseen">{caption}</caption>
    <colgroup>
      {columns.map(({ label, width }) => (
        <col key={label} style={{ width }} />
      ))}
    </colgroup>
    <thead>
      <tr>
        {columns.map(({ label }) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells: [name, ...values] }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          {columns.slice(1).map(({ label, isSoft = false }, position) => (
            <td key={label} className={isSoft ? "soft" : undefined}>
              {values[position]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
