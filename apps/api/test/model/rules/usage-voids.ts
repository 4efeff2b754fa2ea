import {
  type Expected,
  Fields,
  type Input,
  type ModelCall,
  newIdIn,
  Refused,
} from "../model-call.ts";
import { type Id, known, put, type UsageEvent, type World } from "../world.ts";
import { invoiceAsOfNow } from "./invoice-expiry.ts";
import { addLot, balanceAsOfNow } from "./ledger.ts";
import { liveSettlement, settlementInProgress } from "./settlements.ts";
import { add, asOfNow, checkCharged, namedEvent, type SaidUsage } from "./usage-events.ts";

/** The event stays and counts no more: what it was charged is given back, then another is recorded in its stead. */
export function voidUsageEvent(call: ModelCall): Expected {
  const { world, input } = call;
  const { reason, replacement } = read(input);
  const event = namedEvent(call);
  checkUnbilled(world, event);
  if (world.voids.has(event.id)) throw new Refused(409, "Usage event is already voided.");
  const voided = { id: event.id, reason, createdAt: world.now };
  const balanceCreditIds = giveBack(call, event);
  const said = replacement && insteadOf(world, event, replacement);
  if (said !== null) checkCharged(call, said, "replacement.");
  const replacementId = said && newIdIn(call, "replacement");
  put(world.voids, { ...voided, balanceCreditIds, replacementId });
  // A replacement is no replay, whatever the key of the call.
  const other =
    said && replacementId && add({ ...call, idempotencyKey: null }, said, replacementId);
  return {
    status: 200,
    body: { usageEvent: asOfNow(call, event), replacement: other && asOfNow(call, other) },
  };
}

/** What is said of a replacement, by itself. */
interface Replacement extends Pick<SaidUsage, "eventKey" | "quantity" | "balanceId" | "charge"> {
  readonly invoiceId: Id | undefined;
  readonly occurredAt: SaidUsage["occurredAt"];
}

function read(input: Input): { reason: string; replacement: Replacement | null } {
  const fields = new Fields(input);
  fields.text("usageEventId");
  const reason = fields.text("reason");
  const replacement = fields.optionalObject("replacement");
  if (replacement === undefined) return { reason, replacement: null };
  return {
    reason,
    replacement: {
      eventKey: replacement.text("eventKey"),
      quantity: replacement.decimal("quantity"),
      invoiceId: replacement.optionalText("invoiceId"),
      occurredAt: replacement.optionalMoment("occurredAt"),
      balanceId: replacement.optionalText("balanceId") ?? null,
      charge: replacement.optionalCharge("charge") ?? null,
    },
  };
}

/** What an invoice bills stays as it is: one that is due or paid, or that may be paid yet. */
function checkUnbilled(world: World, { invoiceId }: UsageEvent): void {
  if (invoiceId === null) return;
  const { status } = invoiceAsOfNow(world, invoiceId);
  if (status === "OPEN" || status === "PAID") {
    const remedy = "Create a credit note for the invoice instead.";
    throw new Refused(409, `Usage event is on an invoice that is ${status}. ${remedy}`);
  }
  if (status === "EXPIRED" && liveSettlement(world, invoiceId) !== undefined) {
    throw settlementInProgress();
  }
}

/** @returns the id of the credit, if anything was charged */
function giveBack({ world, answer }: ModelCall, { balanceId, charge }: UsageEvent): Id[] {
  if (balanceId === null || charge === null || charge === 0n) return [];
  const [id = "none"]: Id[] = answer.body?.usageEvent?.void?.balanceCreditIds ?? [];
  balanceAsOfNow(world, balanceId);
  addLot(world, { id, balanceId, remaining: charge, expiresAt: null }, { type: "GRANT" });
  return [id];
}

/** A draft keeps its usage; that of an invoice that bills nobody is free. */
function insteadOf(
  world: World,
  { serviceId, subscriptionId, userId, invoiceId, occurredAt }: UsageEvent,
  said: Replacement,
): SaidUsage {
  const isOfDraft = invoiceId !== null && known(world.invoices, invoiceId).status === "DRAFT";
  return {
    ...{ ...said, serviceId, subscriptionId, userId },
    invoiceId: said.invoiceId ?? (isOfDraft ? invoiceId : null),
    occurredAt: said.occurredAt ?? occurredAt,
  };
}
