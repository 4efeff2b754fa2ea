import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { centsText, changeText, Section, Sparkline, Stat, Stats } from "@usance/ui";
import { useState } from "react";
import { kept, trpc } from "../../api/client.ts";
import type { SettledReport } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { useZone, ZoneNote } from "../../frame/zone.tsx";
import { Answer } from "../../ui/answer.tsx";
import { Cents } from "../../ui/cents.tsx";
import { RangePicker } from "../../ui/range-picker.tsx";
import { View } from "../../ui/view.tsx";
import { chosenRange, type Range } from "../../words/ranges.ts";
import { UsageChart } from "../usage/usage-chart.tsx";
import { Attention } from "./attention.tsx";
import { Checklist } from "./checklist.tsx";
import { InvoiceChart } from "./invoice-chart.tsx";
import { LatestEvents } from "./latest-events.tsx";
import { dailyAmounts, invoiceSeries, totalOf } from "./money-series.ts";
import { OnTestClocks } from "./on-test-clocks.tsx";
import { UsageByService } from "./usage-by-service.tsx";

const route = getRouteApi("/frame/");

/** Sales, usage, open invoices and settlements of some days, and problems. */
export function Overview() {
  const [now] = useState(() => new Date());
  const zone = useZone();
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/" });
  const chosen = chosenRange(search.range, now, zone);
  const { range, before, days } = chosen;
  const period = ({ from, to, timeZone }: typeof range) => ({ from, to, timeZone });
  const report = useQuery(trpc.reports.settled.queryOptions(period(range)));
  const earlier = useQuery(trpc.reports.settled.queryOptions(period(before)));
  const listed = useQuery(trpc.services.list.queryOptions());
  const services = listed.data?.services ?? [];
  const isEmpty = listed.data?.services.length === 0;
  return (
    <View heading="Overview" lead={isEmpty ? "You have no services yet." : undefined}>
      <ZoneNote />
      {listed.data !== undefined && <Checklist services={services} />}
      {!isEmpty && (
        <>
          <Attention />
          <div className="fields">
            <RangePicker
              chosen={chosen}
              onChange={(name) => void navigate({ search: { range: name || undefined } })}
            />
          </div>
          <OnTestClocks range={range} days={days} />
          <Answer of={report}>
            {({ settledReport }) => (
              <Money now={settledReport} was={earlier.data?.settledReport} {...{ range, days }} />
            )}
          </Answer>
          <div className="columns">
            <Section heading="Usage" actions={<Link to="/usage">Explore</Link>}>
              <UsageChart of={{}} range={range} interval="day" before={before} />
            </Section>
            <UsageByService range={range} services={listed.data?.services} />
          </div>
          <LatestEvents services={services} />
        </>
      )}
    </View>
  );
}

interface MoneyProps {
  readonly now: SettledReport;
  /** The same time before. */
  readonly was: SettledReport | undefined;
  readonly range: Range;
  readonly days: number;
}

/** What was settled, what is still due, and what comes next. */
function Money({ now: { invoices, settlements }, was, range, days }: MoneyProps) {
  const settled = totalOf(settlements, "CONFIRMED");
  const change = was && changeText(settled.amount, totalOf(was.settlements, "CONFIRMED").amount);
  const open = totalOf(invoices, "OPEN");
  const waiting = totalOf(settlements, "SUBMITTED", "PENDING");
  return (
    <>
      <Stats>
        <Stat
          name="Settled"
          value={<Cents of={settled.amount} />}
          unit="USDC"
          note={
            <>
              {change
                ? `${change} compared with the ${days} days before`
                : countWords(settled.count, "payment")}
              <Sparkline values={dailyAmounts(settlements, range, "CONFIRMED")} />
            </>
          }
        />
        <Stat
          name="Outstanding"
          value={<Cents of={open.amount} />}
          unit="USDC"
          note={
            <>
              <Link to="/invoices" search={{ status: "OPEN" }}>
                {countWords(open.count, "open invoice")}
              </Link>
              {waiting.count > 0 && `, ${countWords(waiting.count, "payment")} processing`}
            </>
          }
        />
        <Accrued />
      </Stats>
      <InvoiceChart series={invoiceSeries(invoices)} range={range} />
    </>
  );
}

/** What active subscriptions have used that is not billed yet. */
function Accrued() {
  const mayRead = useMay("subscriptions:read");
  const { data, isError } = useQuery(
    trpc.subscriptions.upcomingTotals.queryOptions({}, { ...kept, enabled: mayRead }),
  );
  if (!mayRead || isError) return null;
  const totals = data?.upcomingTotals;
  return (
    <Stat
      name={totals?.isComplete === false ? "Accrued, at least" : "Accrued"}
      value={totals === undefined ? "…" : <Cents of={totals.accrued} />}
      unit="USDC"
      note={
        <Link to="/upcoming">
          {totals === undefined ? "Upcoming bills" : `${centsText(totals.renewals)} in renewals`}
        </Link>
      }
    />
  );
}

const countWords = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
