import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import {
  Aside,
  amountText,
  Copyable,
  CreditTerms,
  isZero,
  Section,
  Term,
  Terms,
  Time,
} from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Invoice } from "../../api/records.ts";
import { isUnderWay, pollWhile } from "../../api/under-way.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { LinkToSend } from "../../ui/link-to-send.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";
import { shownStatus } from "../../words/states.ts";
import { UsageOf } from "./billed-usage.tsx";
import { CreditNotes } from "./credit-notes.tsx";
import { Disputes } from "./disputes.tsx";
import { Emails } from "./emails.tsx";
import { LineTable } from "./line-table.tsx";
import { SettlementTimeline } from "./settlement-timeline.tsx";

const route = getRouteApi("/frame/invoices/$invoiceId");

/** One invoice: what it bills, how its payment stands, and what can be done with it. */
export function InvoicePage() {
  const { invoiceId } = route.useParams();
  const found = useQuery(
    trpc.invoices.get.queryOptions(
      { invoiceId },
      { refetchInterval: pollWhile(({ invoice }) => invoice.settlements.some(isUnderWay)) },
    ),
  );
  return (
    <Answer of={found}>
      {({ invoice }) => (
        <View
          heading={`Invoice of ${amountText(isZero(invoice.amountDue) ? invoice.amount : invoice.amountDue)} USDC`}
          within={<Link to="/invoices">Invoices</Link>}
          lead={
            <>
              {invoice.service.name} · {invoice.paymentPlan.name}, for {invoice.user.email}
            </>
          }
          actions={<State status={shownStatus(invoice)} />}
        >
          <div className="columns">
            <div className="column">
              <Payments invoice={invoice} />
              <Disputes invoice={invoice} />
              <CreditNotes invoice={invoice} />
              <UsageOf invoice={invoice} />
            </div>
            <div className="column">
              <About invoice={invoice} />
              <Lines invoice={invoice} />
              <Actions invoice={invoice} />
              <Emails of={{ invoiceId: invoice.id }} />
            </div>
          </div>
        </View>
      )}
    </Answer>
  );
}

/** Why the invoice is not paid, what happens next, and its payments. */
function Payments({ invoice: { id: invoiceId, settlements } }: { invoice: Invoice }) {
  const refetchInterval = settlements.some(isUnderWay) && 5_000;
  const found = useQuery(trpc.invoices.explain.queryOptions({ invoiceId }, { refetchInterval }));
  return (
    <Section heading="Payment">
      <Answer of={found}>
        {({ explanation: { reason, remedies } }) => (
          <div className="next">
            <strong>{reason}</strong>
            {remedies.length > 0 && (
              <ul>
                {remedies.map((remedy) => (
                  <li key={remedy}>{remedy}</li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Answer>
      {settlements.map(({ id }) => (
        <SettlementTimeline key={id} settlementId={id} />
      ))}
    </Section>
  );
}

const About = ({ invoice }: { invoice: Invoice }) => (
  <Section heading="Invoice">
    <Terms>
      <Term name="Amount" isStrong>
        {amountText(invoice.amount)} USDC
      </Term>
      <CreditTerms creditNotes={invoice.creditNotes} />
      {!isZero(invoice.paidFromBalance) && (
        <Term name="From the prepaid balance">−{amountText(invoice.paidFromBalance)} USDC</Term>
      )}
      {invoice.amountDue !== invoice.amount && !isZero(invoice.amountDue) && (
        <Term name={invoice.status === "PAID" ? "Paid by settlement" : "Still due"} isStrong>
          {amountText(invoice.amountDue)} USDC
        </Term>
      )}
      {invoice.periodStart !== null && invoice.periodEnd !== null && (
        <Term name="Period">
          <Time at={invoice.periodStart} /> to <Time at={invoice.periodEnd} />
        </Term>
      )}
      <Term name="Created">
        <Time at={invoice.createdAt} />
      </Term>
      <Term name="Due">{invoice.dueAt === null ? "Any time" : <Time at={invoice.dueAt} />}</Term>
      {invoice.paidAt !== null && (
        <Term name="Paid">
          <Time at={invoice.paidAt} />
        </Term>
      )}
      <Term name="Subscriber">
        <Link to="/subscribers/$subscriberId" params={{ subscriberId: invoice.userId }}>
          {invoice.user.email}
        </Link>
      </Term>
      <Term name="Service">
        <Link to="/services/$serviceId" params={{ serviceId: invoice.serviceId }}>
          {invoice.service.name}
        </Link>
      </Term>
      <Term name="Id">
        <Copyable what="invoice's id" text={invoice.id} />
      </Term>
      <Term name="Bill">
        <Copyable what="bill's hash" text={invoice.billHash} />
      </Term>
    </Terms>
  </Section>
);

const Lines = ({ invoice: { lines, amount } }: { invoice: Invoice }) => (
  <Section heading="Lines">
    {lines.length === 0 ? (
      <Aside>The invoice has no lines, only its amount of {amountText(amount)} USDC.</Aside>
    ) : (
      <LineTable caption="What the invoice bills" lines={lines} />
    )}
  </Section>
);

function Actions({ invoice: { id: invoiceId, status, amountDue, url } }: { invoice: Invoice }) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries(trpc.invoices.pathFilter());
  const finalize = useMutation(trpc.invoices.finalize.mutationOptions({ onSettled }));
  const voiding = useMutation(trpc.invoices.void.mutationOptions({ onSettled }));
  const apply = useMutation(trpc.invoices.applyBalance.mutationOptions({ onSettled }));
  const rotate = useMutation(trpc.invoices.rotateLink.mutationOptions({ onSettled }));
  const mayWrite = useMay("invoices:write");
  const canBeVoided = status === "DRAFT" || status === "OPEN";
  return (
    <Section heading={status === "PAID" ? "Receipt" : "Link to pay"}>
      {status === "DRAFT" ? (
        <Aside>The link works once the invoice is finalized.</Aside>
      ) : (
        <LinkToSend what={status === "PAID" ? "receipt" : "invoice"} url={url} />
      )}
      {mayWrite && (
        <div className="section-actions">
          {status === "DRAFT" && (
            <Confirm
              action="Finalize the invoice"
              said="The invoice is open."
              keep="Keep the draft"
              kind="quiet"
              onConfirm={() => finalize.mutateAsync({ invoiceId })}
            >
              The invoice becomes open: the subscriber can pay it, and its amount no longer changes.
            </Confirm>
          )}
          {status === "OPEN" && !isZero(amountDue) && (
            <Confirm
              action="Pay from the balance"
              said="What the balance has was used."
              kind="quiet"
              onConfirm={() => apply.mutateAsync({ invoiceId })}
            >
              What is available on the subscriber's prepaid balance is taken for it, up to what is
              due.
            </Confirm>
          )}
          {canBeVoided && (
            <Confirm
              action="Void the invoice"
              said="The invoice is void."
              keep="Keep the invoice"
              onConfirm={() => voiding.mutateAsync({ invoiceId })}
            >
              Nobody can pay a void invoice. You cannot undo this.
            </Confirm>
          )}
          <Confirm
            action="Replace the link"
            said="The invoice has a new link."
            keep="Keep the link"
            kind="quiet"
            onConfirm={() => rotate.mutateAsync({ invoiceId })}
          >
            The old link stops working. Send the subscriber the new one.
          </Confirm>
        </div>
      )}
    </Section>
  );
}
