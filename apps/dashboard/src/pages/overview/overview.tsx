import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Aside, amountText, CodeBlock, changeText, Empty, Section, Stat, Stats } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { CreditNote } from "../../api/records.ts";
import { useZone, ZoneNote } from "../../frame/zone.tsx";
import { Answer } from "../../ui/answer.tsx";
import { View } from "../../ui/view.tsx";
import { firstService } from "../../words/calls.ts";
import { lastDays } from "../../words/ranges.ts";
import { UsageChart } from "../usage/usage-chart.tsx";
import { Attention } from "./attention.tsx";
import { creditOf, creditSeries } from "./credit-series.ts";
import { LatestEvents } from "./latest-events.tsx";
import { MoneyChart } from "./money-chart.tsx";
import { invoiceSeries, paymentSeries, totalOf } from "./money-series.ts";
import { OnTestClocks } from "./on-test-clocks.tsx";
import { UsageByService } from "./usage-by-service.tsx";
import { useCredits } from "./use-credits.ts";

const days = 30;
const pollMs = 10_000;

/** Sales, usage, open invoices and settlements of the last month, and problems. It is refreshed every ten seconds. */
export function Overview() {
  const [now] = useState(() => new Date());
  const zone = useZone();
  const [range, before] = [lastDays(now, days, zone), lastDays(now, days, zone, 1)];
  const period = ({ from, to, timeZone }: typeof range) => ({ from, to, timeZone });
  const report = useQuery(
    trpc.reports.settled.queryOptions(period(range), { refetchInterval: pollMs }),
  );
  const earlier = useQuery(trpc.reports.settled.queryOptions(period(before)));
  const credits = useCredits(range, pollMs);
  const services = useQuery(trpc.services.list.queryOptions());
  if (services.data?.services.length === 0) return <Beginning />;
  return (
    <View heading="Overview" lead={`The last ${days} days.`}>
      <ZoneNote />
      <Attention />
      <OnTestClocks range={range} days={days} />
      <Answer of={report}>
        {({ settledReport: { invoices, settlements } }) => {
          const was = earlier.data?.settledReport;
          const settled = totalOf(settlements, "CONFIRMED");
          const change =
            was && changeText(settled.amount, totalOf(was.settlements, "CONFIRMED").amount);
          const open = totalOf(invoices, "OPEN");
          const failed = totalOf(settlements, "FAILED");
          const waiting = totalOf(settlements, "SUBMITTED", "PENDING");
          return (
            <>
              <Stats>
                <Stat
                  name="Settled"
                  value={amountText(settled.amount)}
                  unit="USDC"
                  note={
                    change
                      ? `${change} compared with the ${days} days before`
                      : countWords(settled.count, "payment")
                  }
                />
                <Stat
                  name="Open"
                  value={amountText(open.amount)}
                  unit="USDC"
                  note={
                    <Link to="/invoices" search={{ status: "OPEN" }}>
                      {countWords(open.count, "invoice")}
                    </Link>
                  }
                />
                <Stat
                  name="On its way"
                  value={amountText(waiting.amount)}
                  unit="USDC"
                  note={countWords(waiting.count, "payment")}
                />
                <Stat
                  name="Failed"
                  value={amountText(failed.amount)}
                  unit="USDC"
                  note={
                    <Link to="/settlements" search={{ status: "FAILED" }}>
                      {countWords(failed.count, "attempt")}
                    </Link>
                  }
                />
                {credits !== undefined && <CreditStats credits={credits.creditNotes} />}
              </Stats>
              <div className="columns">
                <Section heading="Invoices" actions={<Link to="/invoices">All</Link>}>
                  <MoneyChart caption="Invoices" series={invoiceSeries(invoices)} range={range} />
                </Section>
                <Section heading="Payments" actions={<Link to="/settlements">All</Link>}>
                  <MoneyChart
                    caption="Payments"
                    series={paymentSeries(settlements)}
                    range={range}
                  />
                </Section>
              </div>
            </>
          );
        }}
      </Answer>
      <div className="columns">
        <Section heading="Usage" actions={<Link to="/usage">Explore</Link>}>
          <UsageChart of={{}} range={range} interval="day" before={before} />
        </Section>
        <UsageByService range={range} services={services.data?.services ?? []} />
      </div>
      {credits !== undefined && credits.creditNotes.length > 0 && (
        <Section heading="Credit notes and refunds">
          <MoneyChart
            caption="Credit notes"
            series={creditSeries(credits.creditNotes, zone)}
            range={range}
          />
          {credits.isCut && (
            <Aside>
              Only the newest {credits.creditNotes.length.toLocaleString("en")} credit notes.
            </Aside>
          )}
        </Section>
      )}
      <LatestEvents pollMs={pollMs} />
    </View>
  );
}

/** What was refunded, and what nobody has refunded yet. */
const CreditStats = ({ credits }: { credits: readonly CreditNote[] }) => (
  <>
    <Stat
      name="Refunded"
      value={amountText(creditOf(credits, "REFUNDED"))}
      unit="USDC"
      note={`${amountText(creditOf(credits, "REFUNDING"))} USDC on its way`}
    />
    <Stat
      name="Credited, not refunded yet"
      value={amountText(creditOf(credits, "ISSUED"))}
      unit="USDC"
      note={`${amountText(creditOf(credits, "APPLIED"))} USDC taken off before payment`}
    />
  </>
);

const countWords = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** The overview of a seller without services. */
const Beginning = () => (
  <View heading="Overview" lead="You have no services yet.">
    <Section heading="Get started">
      <Empty heading="Create a service">
        <p>
          A service is a product with prices. Create it under <Link to="/services">Services</Link>,
          or with this call. Then give it a plan, create a checkout link, and send the link to a
          customer.
        </p>
        <CodeBlock what="call" text={firstService()} />
        <p>To try the dashboard first, start a development service with a month of sample sales:</p>
        <CodeBlock what="command" text="npx --yes pnpm@12.21.0 dev --sample" />
      </Empty>
    </Section>
  </View>
);
