import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, CodeBlock, Section } from "@usance/ui";
import type { ReactNode } from "react";
import { trpc } from "../../api/client.ts";
import type { Service } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { callOf, firstService } from "../../words/calls.ts";

interface Step {
  readonly words: string;
  readonly isDone: boolean;
  /** How it is done. */
  readonly way: ReactNode;
}

/** What a new seller does until the first payment, with which the list disappears. Each step is ticked by itself. */
export function Checklist({ services }: { readonly services: readonly Service[] }) {
  const steps = useSteps(services);
  const next = steps?.find(({ isDone }) => !isDone);
  if (steps === null || next === undefined) return null;
  const count = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      heading="Get started"
      actions={
        <span className="aside">
          {count} of {steps.length} done
        </span>
      }
    >
      <ol className="checklist">
        {steps.map(({ words, isDone, way }) => (
          <li key={words} className={isDone ? "check-done" : undefined}>
            <span className="check-mark">{isDone && <Check />}</span>
            <div>
              <strong>{words}</strong>
              {isDone && <span className="unseen"> (done)</span>}
              {!isDone && words === next.words && <div className="check-way">{way}</div>}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** @returns null after the first payment, until it is known, and where the session may not know it */
function useSteps(services: readonly Service[]): Step[] | null {
  const one = { limit: 1 };
  const mayRead = [
    useMay("checkout-sessions:read"),
    useMay("usage-events:read"),
    useMay("settlements:read"),
  ].every(Boolean);
  const paid = useQuery(
    trpc.settlements.list.queryOptions({ status: "CONFIRMED", ...one }, { enabled: mayRead }),
  );
  const isNew = paid.data?.settlements.length === 0;
  const enabled = { enabled: isNew };
  const used = useQuery(trpc.usageEvents.list.queryOptions(one, { ...enabled }));
  const sessions = useQuery(trpc.checkoutSessions.list.queryOptions(one, { ...enabled }));
  if (!isNew || used.data === undefined || sessions.data === undefined) return null;
  const [service] = services;
  const inService = (words: string) =>
    service === undefined ? null : (
      <Link to="/services/$serviceId" params={{ serviceId: service.id }}>
        {words}
      </Link>
    );
  return [
    {
      words: "Create a service",
      isDone: service !== undefined,
      way: (
        <>
          <p>
            A service is a product with prices. Create it under{" "}
            <Link to="/services" hash="new">
              Services
            </Link>
            , or with this call:
          </p>
          <CodeBlock what="call" text={firstService()} />
        </>
      ),
    },
    {
      words: "Set its payout address",
      isDone: services.some(({ payoutAddress }) => payoutAddress !== null),
      way: <p>{inService("Name the address")} that subscribers pay to.</p>,
    },
    {
      words: "Give it a plan",
      isDone: services.some(({ paymentPlans }) => paymentPlans.length > 0),
      way: <p>A plan is a price. {inService("Create one")}: fixed, by usage, or once.</p>,
    },
    {
      words: "Send a checkout link",
      isDone: sessions.data.checkoutSessions.length > 0,
      way: <p>{inService("Make a link")}, and open it yourself to try the checkout.</p>,
    },
    {
      words: "Record usage",
      isDone: used.data.usageEvents.length > 0,
      way: (
        <>
          <p>Your API reports what was used, with the id of the subscription:</p>
          <CodeBlock what="call" text={callOf("/usage-events", newUsage)} />
        </>
      ),
    },
    {
      words: "Get the first payment",
      isDone: false,
      way: (
        <p>
          Send the link of an open <Link to="/invoices">invoice</Link> to the subscriber.
        </p>
      ),
    },
  ];
}

const newUsage =
  '{ "serviceId": "…", "subscriptionId": "…", "userId": "…", "eventKey": "requests:1", "quantity": "250" }';
