import type { Bill, BilledEvent, UsageProof } from "../src/index.ts";
import { UsageMeter } from "../src/index.ts";

/* A bill of one period, and the proofs that its events are in it. */

export const period = {
  from: "2026-01-01T00:00:00.000Z",
  to: "2026-02-01T00:00:00.000Z",
} as const;

/** @param events in the order of their times */
export function billOf(events: readonly BilledEvent[], prefixes = ["requests"]): Bill {
  return {
    version: 1,
    invoiceId: "invoice1",
    serviceId: "service1",
    subscriptionId: "subscription1",
    amount: "12.500000",
    currency: "USDC",
    periodStart: period.from,
    periodEnd: period.to,
    lines: [
      {
        description: "Requests",
        quantity: "5.000000",
        unitAmount: "2.500000",
        amount: "12.500000",
      },
    ],
    usageRoot: null,
    usage: {
      billNumber: 1,
      billBefore: null,
      periods: [
        {
          ...period,
          rateCardId: "card1",
          rateCardHash: `0x${"12".repeat(32)}`,
          prepaid: "0.000000",
          charge: "12.500000",
          chargeBefore: null,
          totals: measured(events, prefixes).totals,
        },
      ],
      charged: "12.500000",
      billed: "0.000000",
    },
  };
}

/** The proof of an event, as it is after a way over the wire. */
export function proofOf(
  events: readonly BilledEvent[],
  eventKey: string,
  prefixes = ["requests"],
): UsageProof {
  return JSON.parse(JSON.stringify(measured(events, prefixes, eventKey).proof));
}

export function measured(
  events: readonly BilledEvent[],
  prefixes: readonly string[],
  proven: string | null = null,
) {
  const meter = new UsageMeter(prefixes, { proven });
  for (const [index, event] of events.entries()) meter.add(event, `usageEvents[${index}]`);
  return meter.end();
}

/** Every place in a JSON value that holds no object. */
export function placesIn(value: object): { parent: Record<string, unknown>; name: string }[] {
  return Object.entries(value).flatMap(([name, of]) =>
    typeof of === "object" && of !== null
      ? placesIn(of)
      : [{ parent: value as Record<string, unknown>, name }],
  );
}
