import fc, { type Arbitrary } from "fast-check";
import { merchantAddress, payerAddress } from "../harness/story.ts";
import { asking, oneIn, place } from "./drafts.ts";
import type { Input } from "./model-call.ts";
import { idOf, type Pick } from "./scene.ts";
import { showMicros } from "./values.ts";

/* Each operation with generated inputs: mostly valid, sometimes not. */

const amount = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<unknown>("0.0025", 9.99, "12.500000", "0", 1e-6) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>("999999999999999999.999999", "1.5000000") },
  { weight: 1, arbitrary: fc.constantFrom<unknown>("-1", "1.0000001", 1e-7, "1e3", "ten") },
);
const second = 1_000;
const day = 86_400 * second;
/** A time relative to now, in milliseconds; sometimes exactly now. */
const fromNow = fc.constantFrom(-second, 0, 1, second, 3_600 * second, day, 40 * day);
const later = fc.constantFrom(1, second, 3_600 * second, day, 40 * day);
const status = fc.constantFrom("DRAFT", "ACTIVE", "ACTIVE", "DISABLED");
const email = fc.nat(3);

export const createService = asking(
  { operation: "services.create", required: ["name"] },
  fc.record({
    name: fc.constantFrom("Weather API", "Maps"),
    description: oneIn(2, fc.constant("By the hour")),
    status: fc.oneof(
      { weight: 9, arbitrary: oneIn(2, status) },
      { weight: 1, arbitrary: fc.constant("LIVE") },
    ),
    owner: fc.constantFrom("seller", "seller's e-mail", "e-mail", "both", "nobody"),
    email,
    place,
  }),
  (pick, { owner, email: number, place: of, name, description, status: first }) => {
    const [seller] = pick.scene.sellers;
    const user = pick.scene.world.users.get(seller?.id ?? "");
    const owners: Readonly<Record<string, Input>> = {
      seller: { ownerId: seller?.id },
      "seller's e-mail": { owner: { email: user?.email.toUpperCase() } },
      "e-mail": { owner: { email: pick.email(number), name: "Ada" } },
      both: { ownerId: pick.user(of), owner: { email: pick.email(number) } },
      nobody: { owner: { name: "Ada" } },
    };
    return { name, description, status: first, ...owners[owner] };
  },
);

export const updateService = asking(
  { operation: "services.update", isPost: false },
  fc.record({ place, name: oneIn(2, fc.constant("Renamed")), status: oneIn(2, status) }),
  (pick, { place: of, ...change }) => ({ serviceId: idOf(pick.service(of)), ...change }),
);

export const createPlan = asking(
  { operation: "plans.create", required: ["name", "amount", "pricingType"] },
  fc.record({
    place,
    name: fc.constantFrom("Basic", "Metered"),
    description: oneIn(2, fc.constant("A unit is a request")),
    pricingType: fc.constantFrom(
      "FIXED_RECURRING",
      "FIXED_RECURRING",
      "USAGE_BASED",
      "ONE_TIME",
      "NO",
    ),
    billingInterval: fc.constantFrom("MONTH", "MONTH", "WEEK", "DAY", "NONE", undefined, "YEAR"),
    amount,
    unit: oneIn(2, fc.constantFrom("request", "")),
  }),
  (pick, { place: of, ...plan }) => ({ serviceId: idOf(pick.service(of)), ...plan }),
);

export const createSession = asking(
  { operation: "checkoutSessions.create", required: ["serviceId", "paymentPlanId"] },
  fc.record({
    place,
    service: oneIn(9, place),
    user: oneIn(2, place),
    expires: oneIn(2, fromNow),
    status: oneIn(9, fc.constantFrom("PENDING", "PAID")),
  }),
  (pick, fields) => {
    const plan = pick.plan(fields.place);
    const other = fields.service === undefined ? undefined : pick.service(fields.service);
    return {
      serviceId: other?.id ?? plan?.serviceId ?? idOf(pick.service(0)),
      paymentPlanId: idOf(plan),
      status: fields.status,
      userId: fields.user === undefined ? undefined : pick.user(fields.user),
      expiresAt: pick.moment(fields.expires),
    };
  },
);

export const completeSession = (of = place) =>
  asking(
    { operation: "checkoutSessions.complete" },
    fc.record({
      place: of,
      email: fc.option(email, { freq: 9, nil: undefined }),
      user: oneIn(9, place),
      hash: oneIn(2, fc.nat(3)),
    }),
    (pick, fields) => ({
      checkoutSessionId: idOf(pick.session(fields.place)),
      user:
        fields.email === undefined ? undefined : { email: pick.email(fields.email), name: "Pat" },
      userId: fields.user === undefined ? undefined : pick.user(fields.user),
      transactionHash: fields.hash === undefined ? undefined : pick.reference(fields.hash),
    }),
  );

const named =
  (field: string, find: (pick: Pick, place: number) => { readonly id: string } | undefined) =>
  (operation: string) =>
  (of = place) =>
    asking(
      { operation, isPost: !operation.endsWith(".get") },
      fc.record({ place: of }),
      (pick, fields) => ({
        [field]: idOf(find(pick, fields.place)),
      }),
    );
const ofService = named("serviceId", (pick, of) => pick.service(of));
const ofSession = named("checkoutSessionId", (pick, of) => pick.session(of));
const ofSubscription = named("subscriptionId", (pick, of) => pick.subscription(of));
const ofInvoice = named("invoiceId", (pick, of) => pick.invoice(of));

export const getService = ofService("services.get");
export const getSession = ofSession("checkoutSessions.get");
export const cancelSession = ofSession("checkoutSessions.cancel");
export const getSubscription = ofSubscription("subscriptions.get");
export const cancelSubscription = (of = place) =>
  asking(
    { operation: "subscriptions.cancel" },
    fc.record({ place: of, atPeriodEnd: fc.constantFrom(undefined, true, true, false) }),
    (pick, { place: number, atPeriodEnd }) => ({
      subscriptionId: idOf(pick.subscription(number)),
      atPeriodEnd,
    }),
  );
export const getInvoice = ofInvoice("invoices.get");
export const finalizeInvoice = ofInvoice("invoices.finalize");
export const voidInvoice = ofInvoice("invoices.void");
export const getUsageEvent = named("usageEventId", (pick, of) => pick.event(of))("usageEvents.get");
export const getSettlement = named("settlementId", (pick, of) => pick.settlement(of))(
  "settlements.get",
);

const usageFields = (of: Arbitrary<number>) =>
  fc.record({
    place: of,
    service: oneIn(9, place),
    user: oneIn(9, place),
    eventKey: fc.nat(5).map((number) => `requests:${number}`),
    quantity: amount,
    invoice: oneIn(4, place),
    occurred: oneIn(2, fromNow),
    prepaid: oneIn(2, charged),
  });

/** What is charged to a prepaid balance: mostly to one that fits. */
const charged = fc.record({
  other: oneIn(9, place),
  charge: fc.constantFrom<unknown>("0.5", "2.25", 1, "0", "0.000001", "40"),
  omitted: oneIn(20, fc.constantFrom("balanceId", "charge")),
});

function chargeOf(
  pick: Pick,
  subscription: Parameters<Pick["balanceOf"]>[0],
  fields: typeof charged extends Arbitrary<infer Fields> ? Fields | undefined : never,
): Input {
  if (fields === undefined) return {};
  const { other, charge, omitted } = fields;
  const fitting = pick.balanceOf(subscription) ?? pick.balance(0);
  const balance = other === undefined ? fitting : pick.balance(other);
  const all = { balanceId: idOf(balance), charge };
  return omitted === undefined ? all : { ...all, [omitted]: undefined };
}

function usageOf(
  pick: Pick,
  fields: ReturnType<typeof usageFields> extends Arbitrary<infer Fields> ? Fields : never,
): Input {
  const subscription = pick.subscription(fields.place);
  const { eventKey, quantity } = fields;
  const service = fields.service === undefined ? undefined : pick.service(fields.service);
  return withoutUndefined({
    serviceId: service?.id ?? subscription?.serviceId ?? idOf(pick.service(0)),
    subscriptionId: idOf(subscription),
    userId:
      fields.user === undefined && subscription ? subscription.userId : pick.user(fields.user ?? 0),
    eventKey,
    quantity,
    invoiceId: fields.invoice === undefined ? undefined : idOf(pick.invoice(fields.invoice)),
    occurredAt: pick.moment(fields.occurred),
    ...chargeOf(pick, subscription, fields.prepaid),
  });
}

const withoutUndefined = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

export const createUsageEvent = (of = place) =>
  asking(
    {
      operation: "usageEvents.create",
      required: ["serviceId", "subscriptionId", "userId", "eventKey", "quantity"],
    },
    usageFields(of),
    usageOf,
  );

export const createBatch = (of = place) =>
  asking(
    { operation: "usageEvents.batch" },
    fc.record({ events: fc.array(usageFields(of), { minLength: 1, maxLength: 4 }) }),
    (pick, { events }) => ({ usageEvents: events.map((fields) => usageOf(pick, fields)) }),
  );

/** Mostly of an event that may be voided, with a replacement in every other call. */
export const voidUsageEvent = (of = place) =>
  asking(
    { operation: "usageEvents.void", required: ["reason"] },
    fc.record({
      place: of,
      replacement: oneIn(
        2,
        fc.record({
          eventKey: fc.nat(9).map((number) => `requests:${number}`),
          quantity: amount,
          invoice: oneIn(4, place),
          occurred: oneIn(3, fromNow),
          prepaid: oneIn(2, charged),
        }),
      ),
    }),
    (pick, { place: number, replacement }) => {
      const event = pick.event(number);
      return {
        usageEventId: idOf(event),
        reason: "Counted twice",
        replacement:
          replacement &&
          withoutUndefined({
            eventKey: replacement.eventKey,
            quantity: replacement.quantity,
            invoiceId:
              replacement.invoice === undefined
                ? undefined
                : idOf(pick.invoice(replacement.invoice)),
            occurredAt: pick.moment(replacement.occurred),
            ...chargeOf(pick, event, replacement.prepaid),
          }),
      };
    },
  );

const credit = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<unknown>("1", "2.5", 10, "0.000001") },
  { weight: 1, arbitrary: fc.constantFrom<unknown>("0", "-1", "ten") },
);

export const createBalance = asking(
  { operation: "balances.create", required: ["serviceId", "userId"] },
  fc.record({
    place,
    user: oneIn(9, place),
    overdraft: oneIn(3, fc.constantFrom<unknown>("2", "0.5", "-1")),
  }),
  (pick, { place: of, user, ...terms }) => {
    const subscription = pick.subscription(of);
    return {
      serviceId: subscription?.serviceId ?? idOf(pick.service(0)),
      userId: user === undefined && subscription ? subscription.userId : pick.user(user ?? 0),
      ...terms,
    };
  },
);

const ofBalance = named("balanceId", (pick, of) => pick.balance(of));
export const getBalance = ofBalance("balances.get");

export const updateBalance = (of = place) =>
  asking(
    { operation: "balances.update", isPost: false },
    fc.record({
      place: of,
      overdraft: oneIn(2, fc.constantFrom<unknown>("0", "0.5", "3", 40)),
    }),
    (pick, { place: number, ...terms }) => ({ balanceId: idOf(pick.balance(number)), ...terms }),
  );

export const grantCredit = (of = place) =>
  asking(
    { operation: "balances.grant", required: ["amount", "reason"] },
    fc.record({
      place: of,
      amount: credit,
      expires: oneIn(2, later),
      priority: oneIn(2, fc.constantFrom<unknown>(0, 10, 100, 101, "10")),
    }),
    (pick, { place: number, amount: of, expires, priority }) => ({
      balanceId: idOf(pick.balance(number)),
      amount: of,
      reason: "Welcome credit",
      expiresAt: pick.moment(expires),
      priority,
    }),
  );

export const topUp = (of = place) =>
  asking(
    { operation: "balances.topUp", required: ["amount"] },
    fc.record({ place: of, amount: credit, due: oneIn(4, fromNow) }),
    (pick, { place: number, amount: of, due }) => ({
      balanceId: idOf(pick.balance(number)),
      amount: of,
      dueAt: pick.moment(due),
    }),
  );

const listEntries = asking(
  { operation: "balances.entries", isPost: false },
  fc.record({ place, limit: fc.constantFrom(1, 3, 20) }),
  (pick, { place: of, limit }) => ({ balanceId: idOf(pick.balance(of)), limit }),
);

export const setAutoTopUp = (of = place) =>
  asking(
    {
      operation: "balances.setAutoTopUp",
      required: ["below", "perDayAtMost"],
      isPost: false,
    },
    fc.record({
      place: of,
      below: fc.constantFrom<unknown>("1", "5", 0),
      amount: credit,
      perDayAtMost: fc.constantFrom<unknown>("20", "2", "0"),
    }),
    (pick, { place: number, ...terms }) => ({ balanceId: idOf(pick.balance(number)), ...terms }),
  );

const ofAutoTopUp =
  (operation: string) =>
  (of = place) =>
    asking({ operation, isPost: false }, fc.record({ place: of }), (pick, fields) => ({
      balanceId: idOf(pick.balance(fields.place)),
    }));
export const getAutoTopUp = ofAutoTopUp("balances.autoTopUp");
export const removeAutoTopUp = ofAutoTopUp("balances.removeAutoTopUp");

const ofHold = named("holdId", (pick, of) => pick.hold(of));
export const getHold = ofHold("holds.get");
export const releaseHold = ofHold("holds.release");

export const createHold = (of = place) =>
  asking(
    { operation: "holds.create", required: ["balanceId", "key", "amount"] },
    fc.record({
      place: of,
      key: fc.nat(9).map((number) => `call:${number}`),
      amount: credit,
      expires: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(1, second, 3_600 * second, day) },
        { weight: 1, arbitrary: fc.constantFrom(0, -second, day + 1) },
      ),
    }),
    (pick, { place: number, expires, ...fields }) => ({
      balanceId: idOf(pick.balance(number)),
      ...fields,
      expiresAt: pick.moment(expires),
    }),
  );

export const commitHold = (of = place) =>
  asking(
    { operation: "holds.commit", required: ["amount"] },
    fc.record({
      place: of,
      amount: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom<unknown>("0.5", 1, "0", "0.000001") },
        { weight: 2, arbitrary: fc.constantFrom<unknown>("3", "10.5", "-1") },
      ),
      allowMore: fc.constantFrom(undefined, undefined, true, false),
      usage: oneIn(
        2,
        fc.record({
          other: oneIn(9, place),
          eventKey: fc.nat(5).map((number) => `requests:${number}`),
          quantity: fc.constantFrom("1840", "2.5"),
          occurred: oneIn(2, fromNow),
        }),
      ),
    }),
    (pick, { place: number, amount: of, allowMore, usage }) => {
      const hold = pick.hold(number);
      const balance = hold && pick.scene.world.balances.get(hold.balanceId);
      return {
        holdId: idOf(hold),
        amount: of,
        allowMore,
        usageEvent:
          usage &&
          withoutUndefined({
            subscriptionId: idOf(
              usage.other === undefined
                ? pick.subscriptionOf(balance)
                : pick.subscription(usage.other),
            ),
            eventKey: usage.eventKey,
            quantity: usage.quantity,
            occurredAt: pick.moment(usage.occurred),
          }),
      };
    },
  );

/** The lines of an invoice or a credit note: mostly ones that add up to its amount. */
const lineAmounts = fc.constantFrom<readonly unknown[]>(
  ["all"],
  ["0", "all", 0],
  ["all", "0.000001"],
  ["-1"],
  [],
);

const linesOf = (amounts: readonly unknown[] | undefined, all: unknown) =>
  amounts?.map((of) => ({
    description: "Requests",
    quantity: 250,
    unitAmount: "0.0025",
    amount: of === "all" ? all : of,
  }));

export const createInvoice = (of = place) =>
  asking(
    { operation: "invoices.create", required: ["serviceId", "paymentPlanId", "userId", "amount"] },
    fc.record({
      place: of,
      plan: oneIn(9, place),
      user: oneIn(9, place),
      isOfSubscription: fc.boolean(),
      amount,
      status: fc.constantFrom(
        "OPEN",
        "OPEN",
        "OPEN",
        "DRAFT",
        undefined,
        "VOID",
        "EXPIRED",
        "PAID",
        "SENT",
      ),
      due: oneIn(2, fromNow),
      lines: oneIn(2, lineAmounts),
    }),
    (pick, fields) => {
      const subscription = pick.subscription(fields.place);
      const plan = fields.plan === undefined ? undefined : pick.plan(fields.plan);
      return {
        serviceId: subscription?.serviceId ?? idOf(pick.service(0)),
        paymentPlanId: plan?.id ?? subscription?.paymentPlanId ?? idOf(pick.plan(0)),
        userId:
          fields.user === undefined && subscription
            ? subscription.userId
            : pick.user(fields.user ?? 0),
        amount: fields.amount,
        status: fields.status,
        dueAt: pick.moment(fields.due),
        subscriptionId: fields.isOfSubscription ? idOf(subscription) : undefined,
        lines: linesOf(fields.lines, fields.amount),
      };
    },
  );

export const createSettlement = (of = place) =>
  asking(
    {
      operation: "settlements.create",
      required: ["invoiceId", "referenceHash", "payerAddress", "merchantAddress"],
    },
    fc.record({
      place: of,
      reference: fc.nat(9),
      payer: oneIn(9, place),
      merchant: oneIn(9, place),
      amount: oneIn(9, fc.constantFrom<unknown>("same", "0.000123")),
      recorded: oneIn(2, fromNow),
    }),
    (pick, fields) => {
      const invoice = pick.invoice(fields.place);
      return {
        invoiceId: idOf(invoice),
        referenceHash: pick.reference(fields.reference),
        payerAddress,
        merchantAddress,
        payerId: fields.payer === undefined ? undefined : pick.user(fields.payer),
        merchantId: fields.merchant === undefined ? undefined : pick.user(fields.merchant),
        amount: fields.amount === "same" ? invoice && showMicros(invoice.amount) : fields.amount,
        recordedAt: pick.moment(fields.recorded),
      };
    },
  );

/** Of what an invoice bills, or all of it. */
const credited = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>("0.000001", "0.001", 1, "2.5") },
  { weight: 2, arbitrary: fc.constant<unknown>("all") },
  { weight: 1, arbitrary: fc.constantFrom<unknown>("0", "-1", "40") },
);

export const createCreditNote = (of = place) =>
  asking(
    { operation: "creditNotes.create", required: ["amount", "reason"] },
    fc.record({ place: of, any: oneIn(6, place), amount: credited, lines: oneIn(3, lineAmounts) }),
    (pick, { place: number, any, amount: part, lines }) => {
      const invoice = any === undefined ? pick.creditable(number) : pick.invoice(any);
      const amount = part === "all" && invoice ? showMicros(invoice.amount) : part;
      return {
        invoiceId: idOf(invoice),
        amount,
        reason: "The service was down",
        lines: linesOf(lines, amount),
      };
    },
  );

const ofCreditNote = named("creditNoteId", (pick, of) => pick.creditNote(of));
export const getCreditNote = ofCreditNote("creditNotes.get");

export const refundCreditNote = (of = place) =>
  asking(
    { operation: "creditNotes.refund", required: ["to"] },
    fc.record({
      place: of,
      to: fc.oneof(
        { weight: 12, arbitrary: fc.constant("BALANCE") },
        { weight: 1, arbitrary: fc.constant("CARD") },
      ),
    }),
    (pick, { place: number, to }) => ({ creditNoteId: idOf(pick.creditNote(number)), to }),
  );

const listOf = (operation: string, states: readonly string[]) =>
  asking(
    { operation, isPost: false },
    fc.record({
      place,
      status: fc.constantFrom(undefined, undefined, ...states),
      limit: fc.constantFrom(1, 2, 3, 20),
    }),
    // With all services, the platform would see those of other runs too.
    (pick, { place: of, status: state, limit }) => ({
      serviceId: idOf(pick.service(of)),
      status: state,
      limit,
    }),
  );

const listPlans = listOf("plans.list", []);
export const lists = fc.oneof(
  listOf("checkoutSessions.list", ["PENDING", "PAID", "EXPIRED"]),
  listOf("subscriptions.list", ["ACTIVE", "CANCELLED"]),
  listOf("usageEvents.list", []),
  listOf("invoices.list", ["OPEN", "EXPIRED", "PAID"]),
  listOf("creditNotes.list", []),
  listOf("settlements.list", ["CONFIRMED", "FAILED"]),
  listOf("balances.list", ["ACTIVE", "FROZEN"]),
  listEntries,
  listPlans,
);
