import { type ReactNode, useState } from "react";
import { isLess } from "../words/money.ts";

export interface DataColumn<Row> {
  readonly label: string;
  /** The first column names the row, and links to it. */
  readonly cell: (row: Row) => ReactNode;
  /** Aligned to the right, and compared as a decimal. */
  readonly isFigure?: boolean;
  /** Makes the column sortable: returns a text, or a decimal string for a figure. */
  readonly sortBy?: (row: Row) => string;
  /** Hidden on phones. */
  readonly isWide?: boolean;
  /** What it shows matters less than the others. */
  readonly isSoft?: boolean;
}

export interface DataTableProps<Row> {
  /** What it shows, for those who hear the page. */
  readonly caption: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  /** By default its place, for rows that are never sorted. */
  readonly keyOf?: (row: Row) => string;
  /** More rows exist than are loaded, so they cannot be sorted. */
  readonly isPart?: boolean;
  /** It is a table on phones too, since its short rows need the names of the columns. */
  readonly isPlain?: boolean;
}

interface Sorting {
  readonly label: string;
  readonly isDescending: boolean;
}

/** Rows of records or figures; on a phone each has two lines. A link in the first cell opens it from anywhere in the row. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  isPart = false,
  isPlain = false,
}: DataTableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const by = isPart ? undefined : columns.find(({ label }) => label === sorting?.label);
  const shown = by?.sortBy === undefined ? rows : sorted(rows, by, sorting?.isDescending ?? false);
  const press = (label: string) =>
    setSorting((now) => {
      if (now?.label !== label) return { label, isDescending: false };
      return now.isDescending ? null : { label, isDescending: true };
    });
  const [first, ...others] = columns;
  if (first === undefined) return null;
  return (
    <table className={isPlain ? "table plain" : "table records"}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, sortBy, ...kind }) => {
            const direction = sorting?.isDescending === true ? "descending" : "ascending";
            return (
              <th
                key={label}
                scope="col"
                className={classOf(kind)}
                aria-sort={by?.label === label ? direction : undefined}
              >
                {sortBy === undefined || isPart ? (
                  label
                ) : (
                  <button type="button" className="sorter" onClick={() => press(label)}>
                    {label}
                  </button>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {Array.from(shown.entries(), ([place, row]) => (
          <tr key={keyOf?.(row) ?? place}>
            <th scope="row">{first.cell(row)}</th>
            {others.map(({ label, cell, ...kind }) => (
              <td key={label} className={classOf(kind)} data-label={label}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const classOf = ({
  isFigure = false,
  isWide = false,
  isSoft = false,
}: Pick<DataColumn<never>, "isFigure" | "isWide" | "isSoft">) =>
  [isFigure && "figure", isWide && "wide", isSoft && "soft"].filter(Boolean).join(" ") || undefined;

function sorted<Row>(
  rows: readonly Row[],
  { sortBy = () => "", isFigure = false }: DataColumn<Row>,
  isDescending: boolean,
): Row[] {
  const compare = (one: string, other: string) => {
    if (!isFigure) return one.localeCompare(other);
    return isLess(one, other) ? -1 : isLess(other, one) ? 1 : 0;
  };
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(sortBy(one), sortBy(other)));
}
