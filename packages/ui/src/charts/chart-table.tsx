import { Table } from "../components/table.tsx";
import type { Interval } from "../words/intervals.ts";

export const columnNames: Readonly<Record<Interval, string>> = {
  HOUR: "Hour",
  DAY: "Day",
  MONTH: "Month",
  YEAR: "Year",
};

/** All values of a chart as a table, which is shown on request. */
export const ChartTable = (props: Parameters<typeof Table>[0]) => (
  <details className="chart-table">
    <summary>Show as a table</summary>
    <Table {...props} />
  </details>
);
