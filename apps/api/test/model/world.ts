/*
 * The state of the service according to the specification: some records and the time. Nothing here comes from the
 * service's own code. A record is never changed but replaced, so a copy of the world is cheap.
 */

export type Id = string;
/** Milliseconds since 1970. */
export type Moment = number;
/** USDC or units of usage, in millionths. */
export type Micros = bigint;
/** The tenant of a caller: a seller's id, or null for the platform, which sees all records. */
export type Tenant = Id | null;

export interface User {
  readonly id: Id;
  readonly email: string;
  readonly name: string | null;
  readonly role: "DEVELOPER" | "PAYER";
  /** The seller whose key created it; null: the platform's. */
  readonly sellerId: Tenant;
}

export interface Dated {
  readonly id: Id;
  readonly createdAt: Moment;
}

export interface Service extends Dated {
  readonly name: string;
  readonly description: string | null;
  readonly status: string;
  readonly ownerId: Id;
  readonly updatedAt: Moment;
}

export interface Plan extends Dated {
  readonly serviceId: Id;
  readonly name: string;
  readonly description: string | null;
  readonly pricingType: string;
  readonly billingInterval: string;
  readonly amount: Micros;
  readonly unit: string | null;
}

export interface Session extends Dated {
  readonly serviceId: Id;
  readonly paymentPlanId: Id;
  readonly userId: Id | null;
  readonly status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
  readonly expiresAt: Moment | null;
  readonly transactionHash: string | null;
}

export interface Subscription extends Dated {
  readonly serviceId: Id;
  readonly paymentPlanId: Id;
  readonly userId: Id;
  readonly checkoutSessionId: Id;
  readonly status: "ACTIVE" | "CANCELLED";
  /** The number of its current period; the first one, which begins with the subscription, is 0. */
  readonly period: number;
  /** Whether it ends, or has ended, with that period. */
  readonly endsWithPeriod: boolean;
  /** null: it is active. */
  readonly endedAt: Moment | null;
  readonly updatedAt: Moment;
}

export interface UsageEvent extends Dated {
  readonly serviceId: Id;
  readonly subscriptionId: Id;
  readonly userId: Id;
  readonly invoiceId: Id | null;
  readonly eventKey: string;
  readonly quantity: Micros;
  readonly occurredAt: Moment;
  readonly idempotencyKey: string | null;
  /** The prepaid balance that was charged with it; null: none. */
  readonly balanceId: Id | null;
  readonly charge: Micros | null;
}

/** Why an event counts no more, by the event's id. */
export interface UsageVoid {
  readonly id: Id;
  readonly reason: string;
  readonly replacementId: Id | null;
  readonly balanceCreditIds: readonly Id[];
  readonly createdAt: Moment;
}

/** A prepaid balance. It is FROZEN while it is below its overdraft. */
export interface Balance extends Dated {
  readonly serviceId: Id;
  readonly userId: Id;
  readonly available: Micros;
  readonly held: Micros;
  readonly overdraft: Micros;
  /** The debt: what was spent without credit. */
  readonly debt: Micros;
}

/** Credit, as far as it is not spent. */
export interface Lot extends Dated {
  readonly balanceId: Id;
  readonly remaining: Micros;
  readonly expiresAt: Moment | null;
  readonly priority: number;
}

/** A change of a balance. Its id consists of the balance's id and its position. */
export interface Entry {
  readonly id: Id;
  readonly balanceId: Id;
  readonly position: number;
  readonly type: string;
  readonly available: Micros;
  readonly held: Micros;
  readonly availableAfter: Micros;
  readonly heldAfter: Micros;
  readonly usageEventId: Id | null;
  readonly creditId: Id | null;
  readonly invoiceId: Id | null;
  readonly holdId: Id | null;
  readonly createdAt: Moment;
}

export interface Hold extends Dated {
  readonly balanceId: Id;
  readonly key: string;
  readonly status: "HELD" | "COMMITTED" | "RELEASED" | "EXPIRED";
  readonly amount: Micros;
  readonly charged: Micros | null;
  readonly usageEventId: Id | null;
  readonly expiresAt: Moment;
  readonly updatedAt: Moment;
}

/** An invoice, by its id, that credits a balance once it is paid. */
interface TopUp {
  readonly id: Id;
  readonly balanceId: Id;
}

export interface AutoTopUp extends Dated {
  readonly balanceId: Id;
  readonly status: "ACTIVE" | "STOPPED";
  readonly below: Micros;
  readonly amount: Micros;
  readonly perDayAtMost: Micros;
  readonly stoppedReason: string | null;
  readonly updatedAt: Moment;
}

export interface InvoiceLine {
  readonly description: string;
  readonly quantity: Micros;
  readonly unitAmount: Micros;
  readonly amount: Micros;
}

export interface Invoice extends Dated {
  readonly serviceId: Id;
  readonly paymentPlanId: Id;
  readonly userId: Id;
  readonly subscriptionId: Id | null;
  readonly status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
  readonly amount: Micros;
  readonly dueAt: Moment | null;
  readonly paidAt: Moment | null;
  readonly lines: readonly InvoiceLine[];
}

/** A part of what an invoice bills that is not owed. APPLIED: it lowered what was due. */
export interface CreditNote extends Dated {
  readonly invoiceId: Id;
  readonly serviceId: Id;
  readonly userId: Id;
  readonly status: "APPLIED" | "ISSUED" | "REFUNDED";
  readonly amount: Micros;
  readonly reason: string;
  readonly lines: readonly InvoiceLine[];
  readonly refund: Refund | null;
  readonly updatedAt: Moment;
}

/** An amount that was credited to a balance for a credit note. */
export interface Refund {
  readonly id: Id;
  readonly balanceId: Id;
  readonly balanceCreditId: Id;
  readonly createdAt: Moment;
}

export interface Settlement extends Dated {
  readonly invoiceId: Id;
  readonly amount: Micros;
  readonly referenceHash: string;
  readonly transactionHash: string | null;
  /** PENDING also stands for SUBMITTED: callers cannot predict when it is sent. */
  readonly status: "PENDING" | "CONFIRMED" | "FAILED";
  readonly recordedAt: Moment;
}

/** The response of a write with an Idempotency-Key. */
interface Remembered {
  readonly at: Moment;
  /** The operation and its input. */
  readonly request: string;
  readonly expected: { readonly status: number; readonly body: unknown };
}

export interface World {
  now: Moment;
  /** Whether the settlement contract is paused, and so refuses every settlement. */
  paused: boolean;
  readonly users: Map<Id, User>;
  readonly services: Map<Id, Service>;
  readonly plans: Map<Id, Plan>;
  readonly sessions: Map<Id, Session>;
  readonly subscriptions: Map<Id, Subscription>;
  readonly events: Map<Id, UsageEvent>;
  readonly voids: Map<Id, UsageVoid>;
  readonly invoices: Map<Id, Invoice>;
  readonly creditNotes: Map<Id, CreditNote>;
  readonly settlements: Map<Id, Settlement>;
  readonly balances: Map<Id, Balance>;
  readonly lots: Map<Id, Lot>;
  readonly entries: Map<Id, Entry>;
  readonly holds: Map<Id, Hold>;
  readonly topUps: Map<Id, TopUp>;
  /** By balance. */
  readonly autoTopUps: Map<Id, AutoTopUp>;
  /** By tenant and Idempotency-Key. */
  readonly remembered: Map<string, Remembered>;
}

export function newWorld(now: Moment): World {
  return {
    now,
    paused: false,
    users: new Map(),
    services: new Map(),
    plans: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    events: new Map(),
    voids: new Map(),
    invoices: new Map(),
    creditNotes: new Map(),
    settlements: new Map(),
    balances: new Map(),
    lots: new Map(),
    entries: new Map(),
    holds: new Map(),
    topUps: new Map(),
    autoTopUps: new Map(),
    remembered: new Map(),
  };
}

export function copyOf(world: World): World {
  return {
    ...world,
    users: new Map(world.users),
    services: new Map(world.services),
    plans: new Map(world.plans),
    sessions: new Map(world.sessions),
    subscriptions: new Map(world.subscriptions),
    events: new Map(world.events),
    voids: new Map(world.voids),
    invoices: new Map(world.invoices),
    creditNotes: new Map(world.creditNotes),
    settlements: new Map(world.settlements),
    balances: new Map(world.balances),
    lots: new Map(world.lots),
    entries: new Map(world.entries),
    holds: new Map(world.holds),
    topUps: new Map(world.topUps),
    autoTopUps: new Map(world.autoTopUps),
    remembered: new Map(world.remembered),
  };
}

/** Equal for worlds with the same records, in any order of creation. */
export function digestOf({ now: _, paused: __, ...tables }: World): string {
  const rows = Object.values(tables).flatMap((table) => [...table.values()].map(digestOfRow));
  return rows.sort().join();
}

const digests = new WeakMap<object, string>();

function digestOfRow(row: object): string {
  const digest = digests.get(row) ?? Object.values(row).map(String).join(" ");
  digests.set(row, digest);
  return digest;
}

/** A record that another one names, and that must exist. */
export function known<Row>(rows: ReadonlyMap<Id, Row>, id: Id): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`The model has no record ${id}.`);
  return row;
}

export function put<Row extends { readonly id: Id }>(rows: Map<Id, Row>, row: Row): void {
  rows.set(row.id, row);
}

/** The order of every list: newest first, and by id at the same time. */
export function newestFirst<Row extends Dated>(rows: Iterable<Row>): Row[] {
  return [...rows].sort(
    (one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1),
  );
}

/** The id of a renewal's invoice is unknown until a list shows it. */
const unnamed = /^unnamed /;
export const isUnnamed = ({ id }: Invoice): boolean => unnamed.test(id);
export const newUnnamedId = ({ invoices }: World): Id => `unnamed ${invoices.size}`;
