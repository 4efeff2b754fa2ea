import { useQuery } from "@tanstack/react-query";
import { Aside, amountText, DataTable, quantityText, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Bill, Invoice } from "../../api/records.ts";
import { Answer } from "../../ui/answer.tsx";

/** The usage that an invoice bills, and the events that were recorded with its id. */
export function UsageOf({ invoice }: { invoice: Invoice }) {
  const found = useQuery(trpc.invoices.proof.queryOptions({ invoiceId: invoice.id }));
  return (
    <Section heading="Usage">
      <Answer of={found}>
        {({ proof: { bill } }) =>
          bill.usage === null ? (
            <RecordedUsage invoice={invoice} />
          ) : (
            bill.usage.periods.map((period) => <UsageIn key={period.from} period={period} />)
          )
        }
      </Answer>
    </Section>
  );
}

type Period = NonNullable<Bill["usage"]>["periods"][number];

const UsageIn = ({ period: { from, to, charge, totals } }: { period: Period }) => (
  <>
    <Aside>
      <Time at={from} />{" "}
      {to === null ? (
        "and later"
      ) : (
        <>
          to <Time at={to} />
        </>
      )}
      {charge !== null && `: ${amountText(charge)} USDC`}
    </Aside>
    <DataTable
      caption="Usage that the invoice bills"
      rows={totals}
      keyOf={({ prefix }) => prefix}
      columns={[
        { label: "Prefix", cell: ({ prefix }) => (prefix === "" ? "All others" : prefix) },
        { label: "Events", cell: ({ count }) => count.toLocaleString("en"), isFigure: true },
        { label: "Quantity", cell: ({ quantity }) => quantityText(quantity), isFigure: true },
      ]}
    />
  </>
);

const RecordedUsage = ({ invoice: { usageEvents, usageEventCount } }: { invoice: Invoice }) =>
  usageEventCount === 0 ? (
    <Aside>The invoice bills no recorded usage, only its lines and amount.</Aside>
  ) : (
    <>
      <Aside>
        {usageEvents.length < usageEventCount
          ? `The newest ${usageEvents.length} of ${usageEventCount.toLocaleString("en")} events that were recorded with the invoice's id.`
          : `${usageEventCount} events were recorded with the invoice's id.`}
      </Aside>
      <DataTable
        caption="Usage events of the invoice"
        rows={usageEvents}
        keyOf={({ id }) => id}
        columns={[
          { label: "Key", cell: ({ eventKey }) => eventKey },
          { label: "Occurred", cell: ({ occurredAt }) => <Time at={occurredAt} /> },
          { label: "Quantity", cell: ({ quantity }) => quantityText(quantity), isFigure: true },
        ]}
      />
    </>
  );
