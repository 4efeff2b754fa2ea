import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Aside, amountText, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { TestClock } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { useZone } from "../../frame/zone.tsx";
import { lastDays, type Range } from "../../words/ranges.ts";
import { totalOf } from "./money-series.ts";

/** How many clocks are looked at: the newest. */
const maxClocks = 5;

/** Test clocks whose time is not in a range, so that the range shows nothing of what happens on them now. */
const clocksOutside = (
  clocks: readonly TestClock[],
  { from, to }: Pick<Range, "from" | "to">,
): TestClock[] =>
  clocks.filter(
    ({ now }) => Date.parse(now) < Date.parse(from) || Date.parse(now) >= Date.parse(to),
  );

/** Says what was settled on test clocks at a time that the page does not show. */
export function OnTestClocks({ range, days }: { range: Range; days: number }) {
  const zone = useZone();
  const list = useQuery({
    ...trpc.testClocks.list.queryOptions({ limit: maxClocks }),
    enabled: useMay("test-clocks:read"),
  });
  const clocks = clocksOutside(list.data?.testClocks ?? [], range);
  const reports = useQueries({
    queries: clocks.map(({ now }) => {
      const { from, to, timeZone } = lastDays(new Date(now), days, zone);
      return trpc.reports.settled.queryOptions({ from, to, timeZone });
    }),
  });
  return clocks.map(({ id, name, now }, index) => {
    const report = reports[index]?.data?.settledReport;
    const settled = report && totalOf(report.settlements, "CONFIRMED");
    if (settled === undefined || settled.count === 0) return null;
    return (
      <Aside key={id}>
        Not counted here: {amountText(settled.amount)} USDC that were settled in the {days} days up
        to <Time at={now} isDate />, the time of the test clock{" "}
        <Link to="/clocks/$testClockId" params={{ testClockId: id }}>
          {name ?? id}
        </Link>
        .
      </Aside>
    );
  });
}
