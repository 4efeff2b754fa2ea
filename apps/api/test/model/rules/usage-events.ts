import {
  attempt,
  type Expected,
  Fields,
  type Input,
  type ModelCall,
  newIdIn,
  Refused,
  uniqueFieldsTaken,
} from "../model-call.ts";
import { showEventRecord, showUsageEvent } from "../views.ts";
import { type Id, known, type Micros, type Moment, put, type UsageEvent } from "../world.ts";
import { invoiceAsOfNow } from "./invoice-expiry.ts";
import { balanceAsOfNow, charge, has } from "./ledger.ts";
import { beginOfPeriod } from "./periods.ts";
import { isOf, listedIn, namedIn } from "./services.ts";
import { renew, subscriptionOf } from "./subscriptions.ts";

export function createUsageEvent(call: ModelCall): Expected {
  const { event, replayed } = record(call, newIdIn(call, "usageEvent"));
  const usageEvent = showUsageEvent(call.world, event);
  return { status: 201, body: { usageEvent }, replayed };
}

/** Each event is recorded or refused on its own. The call is a replay if each event is. */
export function createBatch(call: ModelCall): Expected {
  const attempted = eventsOf(call).map(({ input, answer }) =>
    attempt(createOneOfBatch, { ...call, input, answer }),
  );
  const results = attempted.map(({ expected: { status, body } }) => ({ status, ...Object(body) }));
  const replayed = attempted.every(({ expected }) => expected.replayed === true);
  return { status: 200, body: { results }, replayed };
}

/** One event of a batch, handled like a single one, whose warning is a header. */
export function createOneOfBatch(call: ModelCall): Expected {
  const { event, replayed } = record(call, newIdIn(call, "usageEvent"));
  const warning = replayed ? undefined : warningOf(call, event);
  return { status: 201, body: { usageEvent: showEventRecord(event), warning }, replayed };
}

/** Usage that is on no invoice yet, and that no period may contain. */
function warningOf(
  { world, input }: ModelCall,
  { invoiceId, occurredAt, subscriptionId }: UsageEvent,
): string | undefined {
  if (invoiceId !== null || input.occurredAt === undefined) return undefined;
  const { paymentPlanId, createdAt, period } = known(world.subscriptions, subscriptionId);
  if (occurredAt < createdAt) {
    return "occurredAt is before the start of the subscription, so no bill contains this usage.";
  }
  const { billingInterval } = known(world.plans, paymentPlanId);
  const end = beginOfPeriod(billingInterval, createdAt, period + 1);
  if (end !== null && occurredAt >= end) {
    return "occurredAt is after the current period, so a bill contains this usage only if the subscription still runs then.";
  }
  if (end === null && occurredAt > world.now + 3_600_000) {
    return "occurredAt is in the future. The subscription's period has no end, so its bill contains this usage.";
  }
  return undefined;
}

/** The events of a batch with their results. */
export function eventsOf({
  input,
  answer,
}: Pick<ModelCall, "input" | "answer">): readonly Pick<ModelCall, "input" | "answer">[] {
  const { headers, body } = answer;
  return (input.usageEvents as readonly Input[]).map((event, place) => {
    const { status = answer.status, ...result } = body?.results?.[place] ?? {};
    return { input: event, answer: { status, body: result, headers } };
  });
}

/** What a caller says of an event. */
export interface SaidUsage {
  readonly serviceId: Id;
  readonly subscriptionId: Id;
  readonly userId: Id;
  readonly eventKey: string;
  readonly quantity: Micros;
  readonly invoiceId: Id | null;
  readonly occurredAt: Moment | undefined;
  readonly balanceId: Id | null;
  readonly charge: Micros | null;
}

/**
 * An event that was recorded under the same Idempotency-Key returns its first response, even if it would be refused
 * now.
 */
function record(
  call: ModelCall,
  newId: Id,
): { readonly event: UsageEvent; readonly replayed: boolean } {
  const { world, tenant, idempotencyKey } = call;
  const said = read(call.input);
  try {
    checkCharged(call, said);
  } catch (refusal) {
    const earlier = find(call, said);
    const isEarlier =
      idempotencyKey !== null &&
      earlier?.idempotencyKey === idempotencyKey &&
      isOf(world, tenant, earlier.serviceId);
    if (!isEarlier) throw refusal;
    if (!isSame(earlier, said)) {
      throw new Refused(422, "Idempotency-Key was used with another request.");
    }
    return { event: earlier, replayed: true };
  }
  return { event: add(call, said, newId), replayed: false };
}

/** Whether the event may be recorded, with what it is charged. @param path of the event in the call: `replacement.` */
export function checkCharged(call: ModelCall, said: SaidUsage, path = ""): void {
  if (said.charge !== null && said.balanceId === null) throw incomplete(`${path}balanceId`);
  if (said.charge === null && said.balanceId !== null) throw incomplete(`${path}charge`);
  checkUsage(call, said);
  checkCharge(call, said);
}

/** Records an event that was checked. */
export function add({ world, idempotencyKey }: ModelCall, said: SaidUsage, id: Id): UsageEvent {
  const { occurredAt = world.now } = said;
  const event = { ...said, occurredAt, id, idempotencyKey, createdAt: world.now };
  put(world.events, event);
  if (said.balanceId !== null) charge(world, said.balanceId, said.charge ?? 0n, id);
  return event;
}

const incomplete = (missing: string) => new Refused(400, `${missing} is required.`);

/** The balance must be of the same service and user, and have enough. */
function checkCharge(
  { world }: ModelCall,
  { serviceId, userId, balanceId, ...said }: SaidUsage,
): void {
  if (balanceId === null) return;
  const named = world.balances.get(balanceId);
  if (named?.serviceId !== serviceId || named.userId !== userId) {
    throw new Refused(404, "Balance was not found.");
  }
  if (has(balanceAsOfNow(world, balanceId), said.charge ?? 0n)) return;
  throw new Refused(402, "Balance is too low.");
}

function read(input: Input): SaidUsage {
  const fields = new Fields(input);
  const serviceId = fields.text("serviceId");
  const subscriptionId = fields.text("subscriptionId");
  const userId = fields.text("userId");
  return {
    ...readUsage(fields, { serviceId, userId, balanceId: null }),
    subscriptionId,
    balanceId: fields.optionalText("balanceId") ?? null,
    charge: fields.optionalCharge("charge") ?? null,
  };
}

/** The fields of an event whose service and user are known. */
export function readUsage(
  fields: Fields,
  of: Pick<SaidUsage, "serviceId" | "userId" | "balanceId">,
): SaidUsage {
  return {
    ...of,
    subscriptionId: fields.text("subscriptionId"),
    eventKey: fields.text("eventKey"),
    quantity: fields.decimal("quantity"),
    invoiceId: fields.optionalText("invoiceId") ?? null,
    occurredAt: fields.optionalMoment("occurredAt"),
    charge: null,
  };
}

/** Whether the event may be recorded, apart from its charge. */
export function checkUsage(call: ModelCall, said: SaidUsage): void {
  const { world, tenant } = call;
  const { serviceId, userId, invoiceId } = said;
  const invoice = invoiceId === null ? null : world.invoices.get(invoiceId);
  const isOfBoth =
    invoice?.serviceId === serviceId && invoice.userId === userId && isOf(world, tenant, serviceId);
  if (invoice !== null && !isOfBoth) {
    throw new Refused(400, "Invoice does not match the usage event service and user.");
  }
  const { id } = subscriptionOf(call, said.subscriptionId, { serviceId, userId });
  if (invoiceId !== null) invoiceAsOfNow(world, invoiceId);
  const { endedAt } = renew(world, id);
  const occurredAt = said.occurredAt ?? world.now;
  const isLate = endedAt !== null && world.now < endedAt + 3_600_000 && occurredAt < endedAt;
  if (endedAt !== null && !isLate) {
    throw new Refused(409, "Usage can only be recorded against an ACTIVE subscription.");
  }
  if (find(call, said) !== undefined) throw uniqueFieldsTaken();
}

function find(
  { world }: ModelCall,
  { subscriptionId, eventKey }: SaidUsage,
): UsageEvent | undefined {
  return [...world.events.values()].find(
    (one) => one.subscriptionId === subscriptionId && one.eventKey === eventKey,
  );
}

function isSame(event: UsageEvent, { occurredAt = event.occurredAt, ...said }: SaidUsage): boolean {
  return (
    event.serviceId === said.serviceId &&
    event.userId === said.userId &&
    event.invoiceId === said.invoiceId &&
    event.quantity === said.quantity &&
    event.balanceId === said.balanceId &&
    event.charge === said.charge &&
    event.occurredAt === occurredAt
  );
}

export function getUsageEvent(call: ModelCall): Expected {
  return { status: 200, body: { usageEvent: asOfNow(call, namedEvent(call)) } };
}

export const namedEvent = (call: ModelCall): UsageEvent =>
  namedIn(call.world.events, call, ["usageEventId", "Usage event"]);

/** With its invoice and its subscription after due changes. */
export function asOfNow({ world }: ModelCall, event: UsageEvent): unknown {
  if (event.invoiceId !== null) invoiceAsOfNow(world, event.invoiceId);
  renew(world, event.subscriptionId);
  return showUsageEvent(world, event);
}

export function listUsageEvents(call: ModelCall): unknown[] {
  const events = listedIn(call.world.events, call, ["subscriptionId"]);
  return events.map((event) => asOfNow(call, event));
}
