import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { amountText, Section, Time } from "@usance/ui";
import type { ReactNode } from "react";
import { refusalOf, trpc } from "../../api/client.ts";
import { useReadiness } from "../../api/readiness.ts";
import { useMay, useOwnSession } from "../../frame/session.tsx";
import { capTrouble } from "./cap-trouble.ts";

interface Trouble {
  readonly key: string;
  readonly words: ReactNode;
  readonly way: ReactNode;
}

/** After this time without a result, a payment is stuck, in milliseconds: ten minutes. */
const stuckMs = 600_000;
const pollMs = 15_000;
/** How many caps are looked at, those of the newest subscriptions, and how often: they are read from the chain. */
const maxCaps = 50;
const capsKeptMs = 300_000;
/** How often usage outside of periods is looked for: each subscription is looked into. */
const strayKeptMs = 300_000;

/** The problems that need attention; shows nothing if there are none. */
export function Attention() {
  const troubles = [
    ...useStuckPayments(),
    ...useFailedPayments(),
    ...useOpenDisputes(),
    ...useRefundsToSend(),
    ...useCapsRunningOut(),
    ...useStrayUsage(),
    ...useFailingWebhooks(),
    ...useSystemTroubles(),
  ];
  if (troubles.length === 0) return null;
  return (
    <Section heading="Needs attention">
      <ul className="list">
        {troubles.map(({ key, words, way }) => (
          <li key={key}>
            <span>{words}</span>
            {way}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function useStuckPayments(): Trouble[] {
  const sent = useQuery(
    trpc.settlements.list.queryOptions(
      { status: "SUBMITTED", limit: 10 },
      { refetchInterval: pollMs, enabled: useMay("settlements:read") },
    ),
  );
  const stuckBefore = Date.now() - stuckMs;
  return (sent.data?.settlements ?? [])
    .filter(({ createdAt }) => Date.parse(createdAt) < stuckBefore)
    .map(({ id, amount, payer, createdAt, invoiceId }) => ({
      key: id,
      words: (
        <>
          A payment of {amountText(amount)} USDC by {payer.email} is processing since{" "}
          <Time at={createdAt} />.
        </>
      ),
      way: (
        <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
          See why
        </Link>
      ),
    }));
}

/** Open invoices whose last payment failed, and those that could not be collected; each once. */
function useFailedPayments(): Trouble[] {
  const mayRead = useMay("invoices:read");
  const poll = { refetchInterval: pollMs };
  const open = useQuery(
    trpc.invoices.list.queryOptions({ status: "OPEN", limit: 100 }, { ...poll, enabled: mayRead }),
  );
  const told = useQuery(
    trpc.events.list.queryOptions(
      { type: "invoice.payment_failed", limit: 20 },
      { ...poll, enabled: useMay("events:read") },
    ),
  );
  const reasons = new Map(
    (told.data?.events ?? [])
      .toReversed()
      .flatMap(({ data }) => ("invoice" in data ? [[data.invoice.id, failureIn(data)]] : [])),
  );
  return (open.data?.invoices ?? [])
    .filter(({ id, settlements }) => settlements[0]?.status === "FAILED" || reasons.has(id))
    .map(({ id, amountDue, user }) => ({
      key: id,
      words: (
        <>
          A payment of {amountText(amountDue)} USDC by {user.email} failed, and the invoice is still
          open. {reasons.get(id)}
        </>
      ),
      way: (
        <Link to="/invoices/$invoiceId" params={{ invoiceId: id }}>
          Send the link
        </Link>
      ),
    }));
}

/** Why a collection failed. The types of events name only the records that they are about. */
function failureIn(data: object): string {
  const { collection }: { readonly collection?: { readonly failure?: string } } = data;
  return collection?.failure ?? "";
}

function useOpenDisputes(): Trouble[] {
  const open = useQuery(
    trpc.disputes.list.queryOptions(
      { status: "OPEN", limit: 10 },
      { refetchInterval: pollMs, enabled: useMay("disputes:read") },
    ),
  );
  return (open.data?.disputes ?? []).map(({ id, invoiceId, amount, reason, createdAt }) => ({
    key: `dispute ${id}`,
    words: (
      <>
        {amount === null ? "Usage" : `Usage of ${amountText(amount)} USDC`} is disputed since{" "}
        <Time at={createdAt} />: {reason}
      </>
    ),
    way: (
      <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
        Answer
      </Link>
    ),
  }));
}

/** The newest credit notes of paid invoices that are not refunded yet. */
function useRefundsToSend(): Trouble[] {
  const notes = useQuery(
    trpc.creditNotes.list.queryOptions(
      { limit: 100 },
      { refetchInterval: pollMs, enabled: useMay("credit-notes:read") },
    ),
  );
  const issued = notes.data?.creditNotes.filter(({ status }) => status === "ISSUED") ?? [];
  return issued.map(({ id, invoiceId, amount, createdAt }) => ({
    key: `credit ${id}`,
    words: (
      <>
        {amountText(amount)} USDC were credited at <Time at={createdAt} />, and are not refunded
        yet.
      </>
    ),
    way: (
      <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
        Send the refund
      </Link>
    ),
  }));
}

function useCapsRunningOut(): Trouble[] {
  const mayReadCaps = useMay("spending-caps:read");
  const mayRead = useMay("subscriptions:read") && mayReadCaps;
  const active = useQuery(
    trpc.subscriptions.list.queryOptions(
      { status: "ACTIVE", limit: maxCaps },
      { staleTime: capsKeptMs, enabled: mayRead },
    ),
  );
  const subscriptions = active.data?.subscriptions ?? [];
  const caps = useQueries({
    queries: subscriptions.map(({ id }) =>
      trpc.spendingCaps.get.queryOptions(
        { subscriptionId: id },
        {
          staleTime: capsKeptMs,
          // Most subscriptions have no cap, which is 404.
          retry: (failures, error) => failures < 2 && refusalOf(error)?.status === 503,
        },
      ),
    ),
  });
  const now = new Date();
  return subscriptions.flatMap(({ id, userId }, place) => {
    const cap = caps[place]?.data?.spendingCap;
    const trouble = cap === undefined ? null : capTrouble(cap, now);
    if (trouble === null) return [];
    return {
      key: `cap ${id}`,
      words: `The spending limit of a subscriber ${trouble}. Bills above it have to be paid by hand.`,
      way: (
        <Link to="/subscribers/$subscriberId" params={{ subscriberId: userId }}>
          See the subscriber
        </Link>
      ),
    };
  });
}

/** The newest usage that no bill contains, because it occurred in no period of its subscription. */
function useStrayUsage(): Trouble[] {
  const stray = useQuery(
    trpc.usageEvents.list.queryOptions(
      { billing: "outside", limit: 1 },
      { staleTime: strayKeptMs, enabled: useMay("usage-events:read") },
    ),
  );
  return (stray.data?.usageEvents ?? []).map(({ id, occurredAt, user }) => ({
    key: `usage ${id}`,
    words: (
      <>
        Usage of {user.email} at <Time at={occurredAt} /> is in no period of the subscription, so no
        bill contains it.
      </>
    ),
    way: (
      <Link to="/usage" search={{ billing: "outside" }}>
        See such usage
      </Link>
    ),
  }));
}

function useFailingWebhooks(): Trouble[] {
  const endpoints = useQuery(
    trpc.webhookEndpoints.list.queryOptions(
      { limit: 50 },
      { refetchInterval: pollMs, enabled: useMay("webhook-endpoints:read") },
    ),
  );
  return (endpoints.data?.webhookEndpoints ?? [])
    .filter(({ failingSince, disabledReason }) => failingSince !== null || disabledReason !== null)
    .map(({ id, url, failingSince, disabledReason }) => ({
      key: id,
      words: (
        <>
          {new URL(url).host}:{" "}
          {disabledReason ?? (
            <>
              every webhook has failed since <Time at={failingSince ?? ""} />.
            </>
          )}
        </>
      ),
      way: (
        <Link to="/webhooks/$webhookEndpointId" params={{ webhookEndpointId: id }}>
          See the deliveries
        </Link>
      ),
    }));
}

/** Problems that the service reports itself, such as a signer that is low on gas. Only the platform can solve them. */
function useSystemTroubles(): Trouble[] {
  const { ownerId } = useOwnSession();
  const readiness = useReadiness();
  if (ownerId !== null || readiness.data === undefined) return [];
  return [...readiness.data.reasons, ...readiness.data.warnings].map((words) => ({
    key: words,
    words,
    way: <Link to="/system">System</Link>,
  }));
}
