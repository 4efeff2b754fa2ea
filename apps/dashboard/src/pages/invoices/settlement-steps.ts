import type { Event, Proof, Settlement } from "../../api/records.ts";

/** A state of a settlement, when it was reached, and what is known of it. */
export interface Step {
  readonly key: string;
  readonly words: string;
  /** null: not reached, or nothing tells when. */
  readonly at: string | null;
  readonly standing: "done" | "now" | "to-do" | "failed";
}

type SettlementEventType = Extract<Event["type"], `settlement.${string}`>;

/** An event of a settlement, from the event log. */
export interface SettlementEvent {
  readonly id: string;
  readonly type: SettlementEventType;
  /** null: nothing tells when. */
  readonly at: string | null;
}

/**
 * The events of a settlement, oldest first.
 *
 * @param of.isOnTestClock whether its service is on a test clock: then an event's own time, which is real, would contradict
 *   the times of the records
 */
export const eventsOf = (
  events: readonly Event[],
  of: { readonly settlementId: string; readonly isOnTestClock: boolean },
): SettlementEvent[] =>
  events
    .flatMap(({ id, type, createdAt, data }) => {
      if (!isOfSettlement(type) || !("settlement" in data)) return [];
      const { settlement } = data;
      if (settlement.id !== of.settlementId) return [];
      const paidAt = type === "settlement.confirmed" ? settlement.invoice.paidAt : null;
      return [{ id, type, at: of.isOnTestClock ? paidAt : createdAt }];
    })
    .toReversed();

const isOfSettlement = (type: Event["type"]): type is SettlementEventType =>
  Object.hasOwn(wordsOfEvent, type);

const wordsOfEvent: Readonly<Record<SettlementEventType, string>> = {
  "settlement.submitted": "Sent to the chain",
  "settlement.confirmed": "Confirmed on the chain",
  "settlement.failed": "Payment failed",
  "settlement.reorged": "A chain reorganization undid the payment: it counts as sent again",
};

/** The steps of a settlement that are done, and those that follow. */
export function stepsOf(
  settlement: Pick<Settlement, "status" | "createdAt">,
  events: readonly SettlementEvent[],
  proof: Pick<Proof, "blockNumber"> | null,
): Step[] {
  const { status, createdAt } = settlement;
  const created: Step = {
    key: "created",
    words: "Created",
    at: createdAt,
    standing: status === "PENDING" ? "now" : "done",
  };
  const told = events.map(({ id, type, at }, index): Step => {
    const isLast = index === events.length - 1;
    const isWaiting = isLast && status === "SUBMITTED";
    const standing = type === "settlement.failed" ? "failed" : isWaiting ? "now" : "done";
    return { key: id, words: wordsOfEvent[type], at, standing };
  });
  const has = (type: SettlementEventType) => events.some((event) => event.type === type);
  const rest: Step[] = [];
  const isSent = status === "SUBMITTED" || status === "CONFIRMED";
  if (!has("settlement.submitted") && status !== "FAILED") {
    const standing = !isSent ? "to-do" : status === "SUBMITTED" ? "now" : "done";
    rest.push({ key: "sent", words: "Sent to the chain", at: null, standing });
  }
  if (!has("settlement.confirmed") && status !== "FAILED") {
    const standing = status === "CONFIRMED" ? "done" : "to-do";
    rest.push({ key: "confirmed", words: "Confirmed on the chain", at: null, standing });
  }
  const failedUntold = status === "FAILED" && !has("settlement.failed");
  if (failedUntold) {
    const words = wordsOfEvent["settlement.failed"];
    rest.push({ key: "failed", words, at: null, standing: "failed" });
  }
  const recorded = proof && `The proof is in block ${proof.blockNumber}`;
  const known: Step[] =
    recorded === null ? [] : [{ key: "proof", words: recorded, at: null, standing: "done" }];
  return [created, ...orderedSteps(told, rest), ...known];
}

/** Puts steps without a known time in their place: sent before confirmed. */
function orderedSteps(told: readonly Step[], rest: readonly Step[]): readonly Step[] {
  const sent = rest.filter(({ key }) => key === "sent");
  return [...sent, ...told, ...rest.filter(({ key }) => key !== "sent")];
}
