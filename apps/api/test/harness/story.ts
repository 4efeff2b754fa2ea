import { randomBytes } from "node:crypto";
import { issueApiKey, type KeyTerms } from "../../src/operation/keys/api-keys/api-keys.ts";
import { type Answer, type CodedAnswer, type Door, restDoor } from "./doors.ts";
import type { TestService } from "./service.ts";

/*
 * The records that a test needs, created through a door as a caller creates them. Each function takes the fields that differ
 * from the default.
 */

type Fields = Readonly<Record<string, unknown>>;

export const payerAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const merchantAddress = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
export const newReference = () => `0x${randomBytes(32).toString("hex")}`;

/** The statuses of the results of a batch. */
export const statusesOf = (results: readonly { readonly status: number }[]) =>
  results.map(({ status }) => status);

/** A seller and its API key. */
export interface Seller {
  readonly id: string;
  readonly email: string;
  readonly key: string;
}

/** Issues an API key without a call. Default: a key of the platform with all scopes, without an end. */
export function aKey({ parts: { db } }: Pick<TestService, "parts">, terms: Partial<KeyTerms> = {}) {
  const usual = { name: "test", userId: null, scopes: ["*"], expiresAt: null };
  return issueApiKey({ db, now: new Date() }, { ...usual, ...terms });
}

/** A seller with one service, and a key with all scopes. */
export async function aSeller(service: () => TestService): Promise<Seller> {
  const { owner } = await new Story(restDoor, service).aService();
  const { secret } = await aKey(service(), { name: "seller", userId: owner.id });
  return { id: owner.id, email: owner.email, key: secret };
}

/** @typeParam Service the service; most functions need only its address */
export class Story<Service extends Pick<TestService, "url"> = TestService> {
  readonly #door: Door;
  readonly #service: () => Service;
  readonly #seller: Seller | undefined;

  /** @param seller the seller whose key makes the calls; by default the platform's key does */
  constructor(door: Door, service: () => Service, seller?: Seller) {
    this.#door = door;
    this.#service = service;
    this.#seller = seller;
  }

  get service(): Service {
    return this.#service();
  }

  call(operation: string, input?: unknown, key = this.#seller?.key): Promise<CodedAnswer> {
    return this.#door.call(this.service.url, operation, input, key);
  }

  /** Makes a call that must succeed. @returns its body */
  async done(operation: string, input?: unknown): Promise<Answer["body"]> {
    const { status, body } = await this.call(operation, input);
    if (status >= 300) throw new Error(`${operation}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Makes a call that must be refused. @returns its status and message: "404 Service was not found." */
  async refusal(operation: string, input?: unknown): Promise<string> {
    const { status, body } = await this.call(operation, input);
    return `${status} ${body.error}`;
  }

  /** Reads a list to its end. @returns the records of all pages */
  async listed(operation: string, query: Fields = {}): Promise<Answer["body"][]> {
    const { nextCursor, ...page } = await this.done(operation, query);
    const [records] = Object.values(page) as [Answer["body"][]];
    if (nextCursor === null) return records;
    return [...records, ...(await this.listed(operation, { ...query, cursor: nextCursor }))];
  }

  async aService(fields: Fields = {}) {
    const email = this.#seller?.email ?? `dev-${randomBytes(4).toString("hex")}@example.com`;
    const owner = { email };
    const input = { name: "Weather API", status: "ACTIVE", owner, ...fields };
    return (await this.done("services.create", input)).service;
  }

  async aPlan(serviceId: string, fields: Fields = {}) {
    const usual = { name: "Metered", pricingType: "USAGE_BASED", amount: "0.0025" };
    return (await this.done("plans.create", { serviceId, ...usual, ...fields })).plan;
  }

  async aCheckoutSession(fields: Fields = {}, planFields: Fields = {}) {
    const service = await this.aService();
    const plan = await this.aPlan(service.id, planFields);
    const input = { serviceId: service.id, paymentPlanId: plan.id, ...fields };
    return (await this.done("checkoutSessions.create", input)).checkoutSession;
  }

  /** Creates a subscription to a new plan of a new service. */
  async aSubscription(planFields: Fields = {}) {
    const { id: serviceId } = await this.aService();
    const { id: paymentPlanId } = await this.aPlan(serviceId, planFields);
    return this.subscribe({ serviceId, paymentPlanId });
  }

  /** Subscribes a user to a plan, by default a new user. @returns the subscription, as its checkout session shows it */
  async subscribe(
    { serviceId, paymentPlanId }: { serviceId: string; paymentPlanId: string },
    email = `payer-${randomBytes(4).toString("hex")}@example.com`,
  ) {
    const plan = { serviceId, paymentPlanId };
    const created = await this.done("checkoutSessions.create", plan);
    const completion = { checkoutSessionId: created.checkoutSession.id, user: { email } };
    const { checkoutSession } = await this.done("checkoutSessions.complete", completion);
    return checkoutSession.subscriptions[0];
  }

  /** Adds a rate card to a plan, by default to a new one. */
  async aRateCard({ paymentPlanId, ...fields }: Fields & { paymentPlanId?: string } = {}) {
    const of = paymentPlanId ?? (await this.aPlan((await this.aService()).id)).id;
    const components = [{ type: "PER_UNIT", description: "Requests", unitAmount: "0.0025" }];
    const input = { paymentPlanId: of, components, ...fields };
    return (await this.done("rateCards.create", input)).rateCard;
  }

  /** The input of a usage event of a subscription. */
  usageOf(subscription: { id: string; serviceId: string; userId: string }, fields: Fields = {}) {
    const { id, serviceId, userId } = subscription;
    const eventKey = `requests:${randomBytes(4).toString("hex")}`;
    return { serviceId, subscriptionId: id, userId, eventKey, quantity: "1", ...fields };
  }

  /** Records a usage event of a subscription. */
  async aUsageEvent(
    subscription: { id: string; serviceId: string; userId: string },
    fields: Fields = {},
  ) {
    return (await this.done("usageEvents.create", this.usageOf(subscription, fields))).usageEvent;
  }

  /** Creates a balance of a new subscription's service and user, with some credit. */
  async prepaid(credit = "1", fields: Fields = {}) {
    const subscription = await this.aSubscription();
    const { serviceId, userId } = subscription;
    const input = { serviceId, userId, ...fields };
    const { id: balanceId } = (await this.done("balances.create", input)).balance;
    if (credit !== "0") await this.aGrant(balanceId, credit);
    const { balance } = await this.done("balances.get", { balanceId });
    return { balance, subscription };
  }

  async aBalance(fields: Fields = {}, credit = "1") {
    return (await this.prepaid(credit, fields)).balance;
  }

  async aGrant(balanceId: string, amount: string, fields: Fields = {}) {
    const input = { balanceId, amount, reason: "Welcome credit", ...fields };
    return (await this.done("balances.grant", input)).balanceGrant;
  }

  /** The input of a hold on a balance, for a minute. */
  holdOf(this: Story, balance: { id: string }, fields: Fields = {}) {
    const expiresAt = new Date(this.service.clock.now().getTime() + 60_000).toISOString();
    const key = randomBytes(4).toString("hex");
    return { balanceId: balance.id, key, amount: "0.5", expiresAt, ...fields };
  }

  async anInvoice(fields: Fields = {}) {
    const { id, serviceId, paymentPlanId, userId } = await this.aSubscription();
    const of = { serviceId, paymentPlanId, userId, subscriptionId: id };
    const input = { ...of, amount: "0.625", status: "OPEN", ...fields };
    return (await this.done("invoices.create", input)).invoice;
  }

  /** Creates a credit note, by default of a new invoice that is PAID. */
  async aCreditNote({ invoiceId, ...fields }: Fields & { invoiceId?: string } = {}) {
    const of = invoiceId ?? (await this.aPaidInvoice()).id;
    const input = { invoiceId: of, amount: "0.125", reason: "Outage", ...fields };
    return (await this.done("creditNotes.create", input)).creditNote;
  }

  /** Creates an invoice and settles it. */
  async aPaidInvoice(fields: Fields = {}) {
    const invoice = await this.anInvoice(fields);
    await this.done("settlements.create", this.settlementOf(invoice));
    return invoice;
  }

  /** Creates an endpoint of the story's seller or, if there is none, of a new seller. */
  async aWebhookEndpoint(fields: Fields = {}) {
    const ownerId = this.#seller?.id ?? (await this.aService()).ownerId;
    const input = { url: "https://example.com/hook", ownerId, ...fields };
    return (await this.done("webhookEndpoints.create", input)).webhookEndpoint;
  }

  /** The input of a settlement of an invoice. */
  settlementOf(invoice: { id: string }, fields: Fields = {}) {
    const referenceHash = newReference();
    return { invoiceId: invoice.id, referenceHash, payerAddress, merchantAddress, ...fields };
  }

  /** Creates a settlement in the state that a process leaves if it is killed before it signs a transaction. */
  async aSettlementLeftPending(
    this: Story,
    invoice: { serviceId: string; userId: string; amount: string; service: { ownerId: string } },
    input: ReturnType<Story["settlementOf"]>,
  ): Promise<void> {
    const { db, clock } = this.service.parts;
    const now = clock.now();
    await db.settlement.create({
      data: {
        ...input,
        id: `left${randomBytes(10).toString("hex")}`,
        serviceId: invoice.serviceId,
        payerId: invoice.userId,
        merchantId: invoice.service.ownerId,
        amount: invoice.amount,
        currency: "USDC",
        referenceKey: input.referenceHash,
        status: "PENDING",
        nextCheckAt: now,
        recordedAt: now,
        createdAt: now,
        updatedAt: now,
      },
    });
  }
}
