import { type Bill, billHash } from "@usance/proofs";
import { amountDueOf, creditedOf, creditNotesOf } from "./rules/due-amounts.ts";
import { beginOfPeriod } from "./rules/periods.ts";
import { showMicros, showMicrosOrNull, showMoment, showMomentOrNull } from "./values.ts";
import {
  type AutoTopUp,
  type Balance,
  type CreditNote,
  type Entry,
  type Hold,
  type Id,
  type Invoice,
  type InvoiceLine,
  known,
  type Lot,
  type Micros,
  newestFirst,
  type Plan,
  type Refund,
  type Service,
  type Session,
  type Settlement,
  type Subscription,
  type UsageEvent,
  type UsageVoid,
  type World,
} from "./world.ts";

/* Records as responses show them: every field, and no other (docs/specification.md, section 2). */

function showUser({ users }: World, id: Id) {
  const { email, name, role } = known(users, id);
  return { id, email, name, role };
}

export function showPlan({ amount, createdAt, ...plan }: Plan) {
  const at = showMoment(createdAt);
  return { ...plan, amount: showMicros(amount), currency: "USDC", createdAt: at, updatedAt: at };
}

function showServiceRecord({ createdAt, updatedAt, ...service }: Service) {
  return {
    ...service,
    payoutAddress: null,
    createdAt: showMoment(createdAt),
    updatedAt: showMoment(updatedAt),
  };
}

export function showService(world: World, service: Service) {
  const plans = [...world.plans.values()].filter(({ serviceId }) => serviceId === service.id);
  return {
    ...showServiceRecord(service),
    branding: null,
    logoProblem: null,
    testClockId: null,
    portal: { allowsCancel: true },
    owner: showUser(world, service.ownerId),
    paymentPlans: newestFirst(plans).map(showPlan),
  };
}

/** As the response to its creation: without records that follow later. */
export function showNewSession(world: World, session: Session) {
  const { id, serviceId, paymentPlanId, userId, status, expiresAt, createdAt } = session;
  const service = known(world.services, serviceId);
  const plan = known(world.plans, paymentPlanId);
  return {
    id,
    serviceId,
    paymentPlanId,
    userId,
    status,
    expiresAt: showMomentOrNull(expiresAt),
    createdAt: showMoment(createdAt),
    service: { id: serviceId, name: service.name, status: service.status },
    paymentPlan: {
      id: paymentPlanId,
      name: plan.name,
      amount: showMicros(plan.amount),
      currency: "USDC",
    },
    user: userId === null ? null : showUser(world, userId),
    successUrl: null,
    cancelUrl: null,
    url: `https://pay.example.com/checkout/${id}`,
  };
}

export function showSession(world: World, session: Session) {
  const subscriptions = [...world.subscriptions.values()].filter(
    ({ checkoutSessionId }) => checkoutSessionId === session.id,
  );
  return {
    ...showNewSession(world, session),
    transactionHash: session.transactionHash,
    subscriptions: subscriptions.map((one) => showSubscription(world, one)),
  };
}

export function showSubscription(world: World, subscription: Subscription) {
  const { period, endsWithPeriod, endedAt, createdAt, updatedAt, ...fields } = subscription;
  const { billingInterval } = known(world.plans, fields.paymentPlanId);
  const currentPeriodEnd = showMomentOrNull(beginOfPeriod(billingInterval, createdAt, period + 1));
  return {
    ...fields,
    currentPeriodStart: showMomentOrNull(beginOfPeriod(billingInterval, createdAt, period)),
    currentPeriodEnd,
    cancelAt: endsWithPeriod ? currentPeriodEnd : null,
    endedAt: showMomentOrNull(endedAt),
    createdAt: showMoment(createdAt),
    updatedAt: showMoment(updatedAt),
  };
}

/** A single event, as an invoice and a batch show it. */
export function showEventRecord({
  idempotencyKey: _,
  balanceId: __,
  charge: ___,
  ...event
}: UsageEvent) {
  return {
    ...event,
    quantity: showMicros(event.quantity),
    occurredAt: showMoment(event.occurredAt),
    createdAt: showMoment(event.createdAt),
  };
}

export function showUsageEvent(world: World, event: UsageEvent) {
  const { invoiceId, serviceId, subscriptionId, userId } = event;
  return {
    ...showEventRecord(event),
    invoice: invoiceId === null ? null : showInvoiceRecord(known(world.invoices, invoiceId)),
    service: showServiceRecord(known(world.services, serviceId)),
    subscription: showSubscription(world, known(world.subscriptions, subscriptionId)),
    user: showUser(world, userId),
    void: showVoid(world.voids.get(event.id)),
  };
}

function showVoid(voided: UsageVoid | undefined) {
  if (voided === undefined) return null;
  const { id: _, createdAt, ...fields } = voided;
  return { ...fields, createdAt: showMoment(createdAt) };
}

function showInvoiceRecord({ lines: _, ...invoice }: Invoice) {
  return {
    ...invoice,
    amount: showMicros(invoice.amount),
    currency: "USDC",
    dueAt: showMomentOrNull(invoice.dueAt),
    paidAt: showMomentOrNull(invoice.paidAt),
    createdAt: showMoment(invoice.createdAt),
  };
}

/** What its hash commits to. */
function billOf({ id, serviceId, subscriptionId, amount, lines }: Invoice): Bill {
  return {
    ...{ version: 1, invoiceId: id, serviceId, subscriptionId },
    ...{ amount: showMicros(amount), currency: "USDC", periodStart: null, periodEnd: null },
    ...{ lines: lines.map(showLine), usage: null, usageRoot: null },
  };
}

/** As lists show it. A run creates fewer settlements and usage events than the max of a response. */
export function showInvoiceSummary(world: World, invoice: Invoice) {
  const { id, serviceId, paymentPlanId, userId, subscriptionId } = invoice;
  const settlements = [...world.settlements.values()].filter(({ invoiceId }) => invoiceId === id);
  return {
    ...showInvoiceRecord(invoice),
    service: showServiceRecord(known(world.services, serviceId)),
    paymentPlan: showPlan(known(world.plans, paymentPlanId)),
    user: showUser(world, userId),
    subscription:
      subscriptionId === null
        ? null
        : { id: subscriptionId, status: known(world.subscriptions, subscriptionId).status },
    lines: invoice.lines.map(showLine),
    periodStart: null,
    periodEnd: null,
    billNumber: null,
    billHash: billHash(billOf(invoice)),
    usageEventCount: eventsOf(world, invoice).length,
    amountDue: showMicros(amountDueOf(world, invoice)),
    credited: showMicros(creditedOf(world, invoice)),
    paidFromBalance: showMicros(0n),
    creditNotes: newestFirst(creditNotesOf(world, id)).map(showCreditNoteRecord),
    settlements: newestFirst(settlements).map((one) => showSettlementRecord(world, one)),
  };
}

export function showInvoice(world: World, invoice: Invoice) {
  const usageEvents = newestFirst(eventsOf(world, invoice)).map(showEventRecord);
  return { ...showInvoiceSummary(world, invoice), usageEvents };
}

const eventsOf = ({ events, voids }: World, { id }: Invoice) =>
  [...events.values()].filter((event) => event.invoiceId === id && !voids.has(event.id));

const showLine = ({ description, ...decimals }: InvoiceLine) => ({
  description,
  quantity: showMicros(decimals.quantity),
  unitAmount: showMicros(decimals.unitAmount),
  amount: showMicros(decimals.amount),
});

function showCreditNoteRecord(creditNote: CreditNote) {
  const { lines: _, refund: __, updatedAt: ___, amount, createdAt, ...fields } = creditNote;
  return {
    ...fields,
    amount: showMicros(amount),
    currency: "USDC",
    createdAt: showMoment(createdAt),
  };
}

export function showCreditNote(creditNote: CreditNote) {
  const { lines, refund, updatedAt } = creditNote;
  return {
    ...showCreditNoteRecord(creditNote),
    billNumber: null,
    lines: lines.map(showLine),
    refund: refund && showRefund(creditNote, refund),
    updatedAt: showMoment(updatedAt),
  };
}

function showRefund({ id: creditNoteId, amount }: CreditNote, { createdAt, ...refund }: Refund) {
  const at = showMoment(createdAt);
  return {
    ...refund,
    creditNoteId,
    to: "BALANCE",
    status: "CONFIRMED",
    amount: showMicros(amount),
    ...{ url: null, payerAddress: null, chainId: null, contract: null, expiresAt: null },
    ...{ transactionHash: null, failure: null },
    createdAt: at,
    confirmedAt: at,
  };
}

function showSettlementRecord(world: World, settlement: Settlement) {
  const { serviceId, userId } = known(world.invoices, settlement.invoiceId);
  return {
    ...settlement,
    serviceId,
    payerId: userId,
    merchantId: known(world.services, serviceId).ownerId,
    amount: showMicros(settlement.amount),
    currency: "USDC",
    collect: null,
    recordedAt: showMoment(settlement.recordedAt),
    createdAt: showMoment(settlement.createdAt),
  };
}

export function showSettlement(world: World, settlement: Settlement) {
  const record = showSettlementRecord(world, settlement);
  const invoice = known(world.invoices, settlement.invoiceId);
  const { id, status, amount, currency, paidAt } = showInvoiceRecord(invoice);
  const { name } = known(world.services, record.serviceId);
  const person = (of: Id) => ({ id: of, email: known(world.users, of).email });
  return {
    ...record,
    invoice: { id, status, amount, currency, paidAt },
    service: { id: record.serviceId, name },
    payer: person(record.payerId),
    merchant: person(record.merchantId),
  };
}

/** Without `updatedAt`: the specification does not say when it changes without another field. */
export function showBalance({ debt: _, ...balance }: Balance) {
  const { available, held, overdraft, createdAt } = balance;
  return {
    ...balance,
    keyPrefix: null,
    status: available < -overdraft ? "FROZEN" : "ACTIVE",
    available: showMicros(available),
    held: showMicros(held),
    owed: showMicros(available + held < 0n ? -available - held : 0n),
    overdraft: showMicros(overdraft),
    backing: null, // no spending cap is signed
    currency: "USDC",
    createdAt: showMoment(createdAt),
  };
}

/** No response has the id of a top-up's credit. */
export function showEntry({ id: _, ...entry }: Entry) {
  return {
    ...entry,
    ...(entry.type === "TOP_UP" && { creditId: undefined }),
    available: showMicros(entry.available),
    held: showMicros(entry.held),
    availableAfter: showMicros(entry.availableAfter),
    heldAfter: showMicros(entry.heldAfter),
    rateCardId: null, // it names the charges itself
    createdAt: showMoment(entry.createdAt),
  };
}

export function showHold({ balances }: World, hold: Hold) {
  const { serviceId, userId } = known(balances, hold.balanceId);
  return {
    ...hold,
    serviceId,
    userId,
    amount: showMicros(hold.amount),
    charged: showMicrosOrNull(hold.charged),
    usage: null,
    expiresAt: showMoment(hold.expiresAt),
    createdAt: showMoment(hold.createdAt),
    updatedAt: showMoment(hold.updatedAt),
  };
}

export function showAutoTopUp({ balances }: World, autoTopUp: AutoTopUp) {
  return {
    ...autoTopUp,
    serviceId: known(balances, autoTopUp.balanceId).serviceId,
    below: showMicros(autoTopUp.below),
    amount: showMicros(autoTopUp.amount),
    perDayAtMost: showMicros(autoTopUp.perDayAtMost),
    pausedUntil: null, // only a top-up that a cap has paid can reach the limit of a day
    createdAt: showMoment(autoTopUp.createdAt),
    updatedAt: showMoment(autoTopUp.updatedAt),
  };
}

/** As the response to its creation. */
export function showGrant({ remaining, ...grant }: Lot & Grant) {
  return {
    ...grant,
    amount: showMicros(grant.amount),
    remaining: showMicros(remaining),
    expiresAt: showMomentOrNull(grant.expiresAt),
    createdAt: showMoment(grant.createdAt),
  };
}

interface Grant {
  readonly serviceId: Id;
  readonly amount: Micros;
  readonly reason: string;
}
