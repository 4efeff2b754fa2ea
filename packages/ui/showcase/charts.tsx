import {
  type BarSeries,
  intervalAfter,
  LinePlot,
  Sparkline,
  StackedBars,
  UsagePlot,
} from "../src/index.ts";

const settled = [
  { start: "2026-01-02", value: "50.000000" },
  { start: "2026-01-09", value: "999999.500000" },
];
const failed = [{ start: "2026-01-09", value: "250000.250000" }];

/** Values that rise and fall, on so many days from the first of a year on. */
const wave = (days: number, height: number) =>
  Array.from({ length: days }, (_, day) => ({
    start: intervalAfter("2025-01-01", day, "DAY"),
    value: String(Math.round(height * (2 + Math.sin(day / 3) + Math.cos(day / 40)))),
  }));
const kinds = ["good", "now", "late", "bad", "off"] as const;
const allKinds = kinds.map(
  (kind, index): BarSeries => ({
    name: `Of kind ${kind}`,
    kind,
    intervals: wave(31, 40 + 10 * index),
  }),
);

const few = { unit: "USDC", interval: "DAY", from: "2026-01-01", to: "2026-01-14" } as const;

/** Charts with values of every size, few and many. */
export const chartSpecimens = {
  StackedBars: (
    <>
      <StackedBars
        caption="Payments"
        {...few}
        series={[
          { name: "Settled", kind: "good", intervals: settled },
          { name: "Failed", kind: "bad", intervals: failed },
        ]}
        before={[{ start: "2026-01-05", value: "400000" }]}
        marks={["2026-01-07"]}
      />
      <StackedBars
        caption="All kinds"
        unit="USDC"
        interval="DAY"
        from="2025-01-01"
        to="2025-01-31"
        series={allKinds}
        before={wave(31, 150)}
      />
      <StackedBars
        caption="Usage of 400 days"
        unit={null}
        interval="DAY"
        from="2025-01-01"
        to="2026-02-04"
        series={[{ name: "Used", kind: "good", intervals: wave(400, 1_000) }]}
      />
      <StackedBars
        caption="A single day"
        {...few}
        to={few.from}
        series={[
          { name: "Settled", kind: "good", intervals: [{ start: few.from, value: "0.000001" }] },
          {
            name: "Open",
            kind: "late",
            intervals: [{ start: few.from, value: "999999999999999999.999999" }],
          },
        ]}
      />
      <StackedBars
        caption="Nothing"
        {...few}
        series={[{ name: "Settled", kind: "good", intervals: [] }]}
      />
    </>
  ),
  LinePlot: (
    <>
      <LinePlot
        caption="Cost by requests"
        of="requests"
        points={[
          { quantity: "0", amount: "20" },
          { quantity: "1000", amount: "20" },
          { quantity: "10000", amount: "38" },
          { quantity: "10000.000001", amount: "58" },
          { quantity: "20000", amount: "68" },
        ]}
        mark={{ quantity: "12000", amount: "60" }}
      />
      <LinePlot
        caption="Cost of one point"
        of="tokens"
        points={[{ quantity: "1", amount: "0.000001" }]}
      />
    </>
  ),
  Sparkline: (
    <>
      <Sparkline values={wave(30, 20).map(({ value }) => value)} />
      <Sparkline values={["1"]} />
      <Sparkline values={["0", "0", "0"]} />
    </>
  ),
  UsagePlot: (
    <UsagePlot
      interval="DAY"
      series={[
        {
          name: "requests",
          quantity: "13450",
          intervals: [
            { start: "2026-01-02", quantity: "5000" },
            { start: "2026-01-03", quantity: "8400" },
            { start: "2026-01-12", quantity: "50" },
          ],
        },
        {
          name: "gigabytes",
          quantity: "0.25",
          intervals: [{ start: "2026-01-07", quantity: "0.25" }],
        },
      ]}
    />
  ),
};
