import { DataTable, type DataTableProps } from "../components/data-table.tsx";
import type { Interval } from "../words/intervals.ts";

export const columnNames: Readonly<Record<Interval, string>> = {
  HOUR: "Hour",
  DAY: "Day",
  MONTH: "Month",
  YEAR: "Year",
};

/** All values of a chart as a table, which is shown on request. */
export const ChartTable = <Row,>(props: DataTableProps<Row>) => (
  <details className="chart-table">
    <summary>Show as a table</summary>
    <DataTable {...props} isPlain />
  </details>
);
