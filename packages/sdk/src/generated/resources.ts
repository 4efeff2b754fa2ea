// Made by `pnpm generate` from openapi.json: changes belong there.
import type { Calls, CallOptions, List } from "../calls.ts";
import type * as api from "./types.ts";

/** The products that you sell, and their owners. */
export interface ServicesResource {
  /**
   * Create a service.
   *
   * A service is what you sell. Subscribers can sign up once it is `ACTIVE` and has a plan. If no user has the e-mail address in `owner`, one is created. A seller's own key can only create services of that seller.
   */
  create(input: api.ServiceCreateParams, options?: CallOptions): Promise<api.Service>;
  /**
   * List services, newest first.
   *
   * Returns all services with their owners and plans. With `limit` or `cursor` it returns one page and `nextCursor`.
   */
  list(input?: api.ServiceListParams, options?: CallOptions): List<api.ServiceListResponse, api.Service>;
  /**
   * Get a service.
   *
   * Returns the service with its owner and all its plans.
   */
  get(input: api.ServiceGetParams, options?: CallOptions): Promise<api.Service>;
  /**
   * Change a service.
   *
   * Changes only the fields that you send. Any status can follow any other; existing subscriptions continue in each of them. Sending the same change again is safe.
   */
  update(input: api.ServiceUpdateParams, options?: CallOptions): Promise<api.Service>;
}

/** The prices of a service. */
export interface PlansResource {
  /**
   * Create a payment plan.
   *
   * Adds a price to a service. A plan cannot be changed, so subscribers keep the price they signed up for. To change a price, create another plan.
   */
  create(input: api.PlanCreateParams, options?: CallOptions): Promise<api.Plan>;
  /**
   * List the plans of a service, newest first.
   *
   * Returns all plans. With `limit` or `cursor` it returns one page and `nextCursor`.
   */
  list(input: api.PlanListParams, options?: CallOptions): List<api.PlanListResponse, api.Plan>;
  /**
   * Get a payment plan.
   *
   * Returns one plan of the service in the path.
   */
  get(input: api.PlanGetParams, options?: CallOptions): Promise<api.Plan>;
}

/** What the usage of a plan costs, in versions. */
export interface RateCardsResource {
  /**
   * Add a rate card to a plan.
   *
   * Says what the usage of the plan costs, for quotes and for `usance biller`. A card cannot be changed: to change a price, add the next version, which prices the periods that begin at its `effectiveFrom` or later. Spending caps name the cards that were shown when they were signed: usage that costs more by the new card is not collected under them until the subscriber signs again in the portal, which shows the card in effect and the next one. The plan's own `amount` stays as it is.
   */
  create(input: api.RateCardCreateParams, options?: CallOptions): Promise<api.RateCard>;
  /**
   * List the rate cards of a plan, newest first.
   *
   * Returns one page. The card that prices a period is the one with the latest `effectiveFrom` that is not after the period's start; of several, the newest version.
   */
  list(input: api.RateCardListParams, options?: CallOptions): List<api.RateCardListResponse, api.RateCard>;
  /**
   * Get a rate card.
   *
   * Returns one version. It is the same at every call, since a rate card never changes.
   */
  get(input: api.RateCardGetParams, options?: CallOptions): Promise<api.RateCard>;
}

/** What usage costs by a rate card. */
export interface QuotesResource {
  /**
   * Calculate what usage costs.
   *
   * Prices the usage that a subscription has recorded, or usage that you send, by a rate card. Nothing is stored or changed, and no invoice is created. All usage is priced, also what a prepaid balance was charged for. Amounts are exact; each line is rounded once, half up.
   */
  create(input?: api.QuoteCreateParams, options?: CallOptions): Promise<api.Quote>;
}

/** Clocks that give services on local chains and testnets their own time, to test renewals. */
export interface TestClocksResource {
  /**
   * Create a test clock.
   *
   * A test clock stands at `now` until you advance it. Create a service with the clock's id as `testClockId`: the service and all its records then have the clock's time. Test clocks exist only on local chains and testnets.
   */
  create(input: api.TestClockCreateParams, options?: CallOptions): Promise<api.TestClock>;
  /**
   * List test clocks, newest first.
   *
   * Returns one page of your clocks.
   */
  list(input?: api.TestClockListParams, options?: CallOptions): List<api.TestClockListResponse, api.TestClock>;
  /**
   * Get a test clock.
   *
   * While the clock is `ADVANCING`, `now` shows how far it has come.
   */
  get(input: api.TestClockGetParams, options?: CallOptions): Promise<api.TestClock>;
  /**
   * Advance a test clock.
   *
   * Moves the clock to `to`, and does everything that comes due on the way, each at its own time and in order: renewals, collections under spending caps and their retries, automatic top-ups, and the expiry of invoices, checkout sessions, credit and holds. It waits for payments on the chain before it goes on. The answer is the `READY` clock; after 20 seconds, the `ADVANCING` clock as far as it has come. Then read it until it is `READY`, or receive `test_clock.ready`.
   */
  advance(input: api.TestClockAdvanceParams, options?: CallOptions): Promise<api.TestClock>;
}

/** Sign-ups of subscribers to plans. */
export interface CheckoutSessionsResource {
  /**
   * Create a checkout session.
   *
   * Redirect the subscriber to the `url` of the response. A subscription starts when the session is paid: by a wallet on that page, or when you complete it.
   */
  create(input: api.CheckoutSessionCreateParams, options?: CallOptions): Promise<api.CheckoutSession>;
  /**
   * List checkout sessions, newest first.
   *
   * Each session is as `GET /checkout-sessions/{checkoutSessionId}` returns it: due expiries and renewals are applied first.
   */
  list(input?: api.CheckoutSessionListParams, options?: CallOptions): List<api.CheckoutSessionListResponse, api.CheckoutSessionWithSubscriptions>;
  /**
   * Get a checkout session.
   *
   * Includes the subscription once the session is `PAID`. A session whose `expiresAt` has passed is returned as `EXPIRED`.
   */
  get(input: api.CheckoutSessionGetParams, options?: CallOptions): Promise<api.CheckoutSessionWithSubscriptions>;
  /**
   * Complete a checkout session.
   *
   * Use this when the subscriber has paid you directly. The session becomes `PAID` and a subscription starts, with the events `checkout_session.paid` and `subscription.created`. If no user has the e-mail address yet, one is created. Repeating the call returns the same session and starts no second subscription. Refused while a payment on the checkout page is on the chain.
   */
  complete(input: api.CheckoutSessionCompleteParams, options?: CallOptions): Promise<api.CheckoutSessionWithSubscriptions>;
  /**
   * Cancel a checkout session.
   *
   * A cancelled session can never be paid. The event `checkout_session.cancelled` reports it. A payment on the checkout page that was not sent to the chain yet is dropped. A payment that was sent can still arrive, so until the chain has a final result, cancelling is refused.
   */
  cancel(input: api.CheckoutSessionCancelParams, options?: CallOptions): Promise<api.CheckoutSessionWithSubscriptions>;
}

/** Operations of the checkout page. They take a session id and no API key. */
export interface CheckoutResource {
  /**
   * View a checkout.
   *
   * The service, the plan, the amount due, the seller's name, where to pay and, once it is paid, what it led to. Anyone with the session id can view it.
   */
  view(input: api.CheckoutViewParams, options?: CallOptions): Promise<api.Checkout>;
  /**
   * Prepare what the wallet signs.
   *
   * Returns the typed data of the payment that is due or, with `cap`, of a spending cap under which it is collected and, if the wallet allows too little, of a permit. The wallet sends no transaction. Nothing is stored, so it can be called any number of times.
   */
  prepare(input: api.CheckoutPrepareParams, options?: CallOptions): Promise<api.PreparedCheckout>;
  /**
   * Pay a checkout, or confirm it if nothing is due.
   *
   * Accepts the signed payment and returns at once, while the payment goes to the chain; poll the status for the result. A payment that the chain would refuse is refused here and never sent. Once the payment is confirmed on-chain, the session is `PAID` and a subscription starts. If nothing is due, this call itself does that. Repeating the call never pays twice. Until a payment is sent to the chain, another wallet's payment can replace it. After payments that reverted on the chain, a wallet has to wait before the next one: 30 s, then twice as long each time, up to one hour. `Retry-After` gives the time to wait.
   */
  pay(input: api.CheckoutPayParams, options?: CallOptions): Promise<api.CheckoutStatus>;
  /**
   * Get the status of a checkout.
   *
   * Poll it until the session is `PAID` or its payment has failed. A payment that was sent is checked against the chain on every read.
   */
  status(input: api.CheckoutStatusParams, options?: CallOptions): Promise<api.CheckoutStatus>;
}

/** Subscriptions to plans, and their billing periods. */
export interface SubscriptionsResource {
  /**
   * Get a subscription.
   *
   * Includes the current billing period. If the last period has ended, the subscription is renewed first.
   */
  get(input: api.SubscriptionGetParams, options?: CallOptions): Promise<api.Subscription>;
  /**
   * List subscriptions, newest first.
   *
   * Each subscription is as `GET /subscriptions/{subscriptionId}` returns it: due renewals are applied first.
   */
  list(input?: api.SubscriptionListParams, options?: CallOptions): List<api.SubscriptionListResponse, api.Subscription>;
  /**
   * Cancel a subscription.
   *
   * Ends the subscription immediately and permanently: it accepts no more usage and does not renew. Its open invoices remain payable. The event `subscription.cancelled` reports it. With `atPeriodEnd: true`, all of this happens when the current period ends: until then the subscription is `ACTIVE` and its `cancelAt` is that time. You can still cancel it immediately, or send `atPeriodEnd: false` to let it renew.
   */
  cancel(input: api.SubscriptionCancelParams, options?: CallOptions): Promise<api.Subscription>;
  /**
   * Get the next bill of a subscription's usage.
   *
   * Calculates the next invoice of the subscription's usage by its rate card: of the oldest period that has no bill yet, less what a prepaid balance has paid for it, and with what earlier periods cost more or less by now than was billed for them. Nothing is billed: `usance biller` creates the invoice when it is `DUE`, and so can you, with `POST /invoices`. The renewals of a `FIXED_RECURRING` plan are not part of it.
   */
  upcomingInvoice(input: api.SubscriptionUpcomingInvoiceParams, options?: CallOptions): Promise<api.UpcomingInvoice>;
  /**
   * List what active subscriptions cost next, newest subscription first.
   *
   * Returns for each active subscription what its usage costs so far, with the next bill as `GET /subscriptions/{subscriptionId}/upcoming-invoice` calculates it, and the price of its renewal.
   */
  upcomingCharges(input?: api.SubscriptionUpcomingChargesParams, options?: CallOptions): List<api.SubscriptionUpcomingChargesResponse, api.UpcomingCharge>;
  /**
   * Add up what active subscriptions cost next.
   *
   * Adds up what `GET /subscriptions/upcoming-charges` lists, of the newest 1,000 active subscriptions.
   */
  upcomingTotals(input?: api.SubscriptionUpcomingTotalsParams, options?: CallOptions): Promise<api.UpcomingTotals>;
}

/** Users with subscriptions to your services. */
export interface SubscribersResource {
  /**
   * List subscribers.
   *
   * Returns the users with subscriptions to your services, newest first, or those that `search` finds. The counts include only records that the API key can read.
   */
  list(input?: api.SubscriberListParams, options?: CallOptions): List<api.SubscriberListResponse, api.Subscriber>;
  /**
   * Get a subscriber.
   *
   * Returns the subscriber. The counts include only records that the API key can read.
   */
  get(input: api.SubscriberGetParams, options?: CallOptions): Promise<api.Subscriber>;
}

/** Metered usage of subscribers. */
export interface UsageEventsResource {
  /**
   * Record usage.
   *
   * Recorded once per `subscriptionId` and `eventKey`. A second event with the same key is refused with 409, so after a time-out you can safely send it again. With the same `Idempotency-Key`, the second call returns 201 and the event instead of 409. It does not change any invoice's amount. With `balanceId` and `charge`, a prepaid balance pays for it in the same commit, or nothing is recorded and the answer is 402; the event's `charge` in the response tells what the rate card has charged. If `occurredAt` is in no period of the subscription until now, the response has the header `Usance-Warning`: the event is recorded, but no bill contains it. The header also warns of a future `occurredAt` if the period has no end.
   */
  create(input: api.UsageEventCreateParams, options?: CallOptions): Promise<api.UsageEvent>;
  /**
   * List usage events, newest first.
   *
   * Ordered by the time they were recorded, and `from` and `to` filter by that time. With `occurredFrom`, `occurredTo` or `billing`, the list is ordered by `occurredAt` instead, and a page looks into each subscription that the other filters match.
   */
  list(input?: api.UsageEventListParams, options?: CallOptions): List<api.UsageEventListResponse, api.UsageEvent>;
  /**
   * Record many usage events.
   *
   * Each event is recorded or refused by itself, in the order given. Sending the same batch again is safe. For more than 1,000 events, send `application/x-ndjson`: one event per line of at most 64 KiB, at most 100,000 lines, within five minutes. The response has one line per event: `{"status": 201, "usageEventId": …}`, with the `charge` of the rate card if the event has one, or `{"status": …, "error": …, "code": …}`.
   */
  batch(input: api.UsageEventBatchParams, options?: CallOptions): Promise<api.UsageEventResult[]>;
  /**
   * Get a usage event.
   *
   * Returns the event with its service, subscription and user, and with its invoice if it was recorded with one. If the event was voided, `void` says why.
   */
  get(input: api.UsageEventGetParams, options?: CallOptions): Promise<api.UsageEvent>;
  /**
   * Add up usage.
   *
   * Exact quantities and counts of a subscription's usage in a period, without voided events. They never become an invoice's amount automatically: you decide what usage costs and when it is invoiced.
   */
  summary(input: api.UsageEventSummaryParams, options?: CallOptions): Promise<api.UsageEventSummaryResponse>;
  /**
   * Add up usage by hour or day.
   *
   * Returns exact quantities and counts by interval, for a subscription, a service, or all records that the API key can read. It adds up all usage, and the usage of each of the prefixes with the most events. Late usage is part of these sums, and is also added up separately. To compare with an earlier time, make a second call with that time.
   */
  series(input: api.UsageEventSeriesParams, options?: CallOptions): Promise<api.UsageSeries>;
  /**
   * Void a usage event.
   *
   * The event stays as it is, but no longer counts: sums, quotes and usage hashes omit it. If a prepaid balance was charged for the event, the charge is returned as credit that does not expire; of a charge by the rate card, what the usage of the period costs less without the event. `replacement` is recorded in the same transaction. Refused with 409 if the event is on an invoice that is `OPEN` or `PAID`: create a credit note for that invoice instead.
   */
  void(input: api.UsageEventVoidParams, options?: CallOptions): Promise<api.UsageEventVoidResponse>;
}

/** Who or what used it below the subscriber: end users, agents, tasks. */
export interface SubjectsResource {
  /**
   * List the subjects of a subscription, with what each has used.
   *
   * Subjects are what usage events name as `subject`: end users, agents or tasks of the subscriber. Returns one page, with exact sums of the usage of each, by prefix too, what balances were charged for it, and who has stopped it. Usage without a subject is in none of them.
   */
  list(input: api.SubjectListParams, options?: CallOptions): List<api.SubjectListResponse, api.Subject>;
}

/** Signed hashes that fix recorded usage. */
export interface UsageRootsResource {
  /**
   * List the roots of a subscription's usage, newest first.
   *
   * A root fixes all usage until then by a hash. One is made each hour in which usage was recorded or voided, and soon after each bill of usage. What is recorded or voided later is in a later root. Keep a root: nobody can change the usage before it without a difference that anyone can show.
   */
  list(input: api.UsageRootListParams, options?: CallOptions): List<api.UsageRootListResponse, api.UsageRoot>;
  /**
   * List what the roots of a subscription's usage contain.
   *
   * Each event that was recorded, and each that was voided, with the root that contains it. Anyone who has all changes of a root can compute its `changesHash`.
   */
  changes(input: api.UsageRootChangesParams, options?: CallOptions): List<api.UsageRootChangesResponse, api.UsageChange>;
  /**
   * Get the keys that sign usage roots.
   *
   * A JWK Set (RFC 7517) of the public keys. `kid` of a signature's header names one.
   */
  keys(input?: api.UsageRootKeysParams, options?: CallOptions): Promise<api.SigningKey[]>;
}

/** What subscribers have paid or been given in advance, and its ledger. */
export interface BalancesResource {
  /**
   * Create a prepaid balance.
   *
   * A user has at most one balance per service, and one for each of at most 50 prefixes (`keyPrefix`), which is spent before the other. It starts empty: credit it with `POST /balances/{balanceId}/top-ups` or `/grants`, and charge it with usage events, which name the one without `keyPrefix`. The USDC of top-ups goes to you: the balance is the usage that you owe for it.
   */
  create(input: api.BalanceCreateParams, options?: CallOptions): Promise<api.Balance>;
  /**
   * List balances, newest first.
   *
   * Each balance is as `GET /balances/{balanceId}` returns it: credit and holds that have expired no longer count.
   */
  list(input?: api.BalanceListParams, options?: CallOptions): List<api.BalanceListResponse, api.Balance>;
  /**
   * Get a balance.
   *
   * Returns the balance as of now: credit and holds that have expired no longer count.
   */
  get(input: api.BalanceGetParams, options?: CallOptions): Promise<api.Balance>;
  /**
   * Change a balance's overdraft.
   *
   * Changes only the fields that you send. A larger overdraft can make a `FROZEN` balance `ACTIVE` again. Sending the same change again is safe.
   */
  update(input: api.BalanceUpdateParams, options?: CallOptions): Promise<api.Balance>;
  /**
   * Add up a service's balances.
   *
   * Returns exact sums of all balances of the service, as they are stored: what has expired may count for up to a minute more.
   */
  totals(input: api.BalanceTotalsParams, options?: CallOptions): Promise<api.BalanceTotals>;
  /**
   * List a balance's ledger, newest first.
   *
   * Every change of the balance, with what was available and held after it. Entries never change, and their positions have no gaps, so the ledger can be checked by adding it up.
   */
  entries(input: api.BalanceEntriesParams, options?: CallOptions): List<api.BalanceEntriesResponse, api.BalanceEntry>;
  /**
   * Top a balance up.
   *
   * Creates an ordinary `OPEN` invoice with its own page. The commit that makes it `PAID`, whatever paid it, credits the balance; if a reorganization of the chain reopens it, the credit is taken back. The invoice bills `subscriptionId`. By default, it bills the user's newest `ACTIVE` subscription to the service whose spending cap has room for it, or the newest `ACTIVE` one, or the service's newest plan. Send an `Idempotency-Key`: without one, a repeated request creates another invoice.
   */
  topUp(input: api.BalanceTopUpParams, options?: CallOptions): Promise<api.Invoice>;
  /**
   * Grant credit.
   *
   * Credits the balance without a payment, for example as a welcome or a refund. Credit is spent by the lowest `priority`, then the earliest expiry, then the oldest. The event `balance.credited` reports it. Send an `Idempotency-Key`: without one, a repeated request grants again.
   */
  grant(input: api.BalanceGrantParams, options?: CallOptions): Promise<api.BalanceGrant>;
  /**
   * Grant credit each period.
   *
   * Credits the balance at once, and again when each period begins. The credit of a period expires with it, except for what is carried into the next one: at most `rolloverMax`, which expires with that period unless it is carried again. Periods are counted from now on, in UTC. The event `balance.credited` reports each grant. Send an `Idempotency-Key`: without one, a repeated request adds another recurring grant.
   */
  addRecurringGrant(input: api.BalanceAddRecurringGrantParams, options?: CallOptions): Promise<api.RecurringGrant>;
  /**
   * List a balance's recurring grants.
   *
   * Those that are `ACTIVE` first, of each the newest first: at most 100.
   */
  recurringGrants(input: api.BalanceRecurringGrantsParams, options?: CallOptions): Promise<api.RecurringGrant[]>;
  /**
   * End a recurring grant.
   *
   * `ACTIVE` → `ENDED`: nothing more is granted or carried. What it has granted stays until the current period ends.
   */
  endRecurringGrant(input: api.BalanceEndRecurringGrantParams, options?: CallOptions): Promise<api.RecurringGrant>;
  /**
   * Top a balance up automatically.
   *
   * When less than `below` is available, an invoice of `amount`, or without it of what is owed, is created and collected under the newest spending cap of the user's `ACTIVE` subscriptions that can pay it, one at a time; other top-ups that are being paid count as available. The balance is checked every minute; what is owed is collected at least daily, even if it is less than `below` says. When `perDayAtMost` is reached, automatic top-ups are `PAUSED` until the next one is allowed, and the event `balance.auto_top_up_paused` reports it. If no cap can be used, or all are used up, or a collection fails, automatic top-ups stop, and the event `balance.auto_top_up_stopped` reports it. Repeat the call to start them again.
   */
  setAutoTopUp(input: api.BalanceSetAutoTopUpParams, options?: CallOptions): Promise<api.AutoTopUp>;
  /**
   * Get a balance's auto-top-up.
   *
   * Returns its terms, and why it is stopped or paused if it is.
   */
  autoTopUp(input: api.BalanceAutoTopUpParams, options?: CallOptions): Promise<api.AutoTopUp>;
  /**
   * Stop topping a balance up automatically.
   *
   * Returns the terms that were removed. A top-up that is under way is still collected.
   */
  removeAutoTopUp(input: api.BalanceRemoveAutoTopUpParams, options?: CallOptions): Promise<api.AutoTopUp>;
}

/** Parts of balances that are set aside for calls whose price is not known yet. */
export interface HoldsResource {
  /**
   * Hold a part of a balance.
   *
   * Sets the max cost of a call aside before you make the call. Then commit the actual cost, or release the hold. If you do neither, the amount is given back at `expiresAt`. The same key and fields return the same hold, so after a time-out you can safely send it again.
   */
  create(input: api.HoldCreateParams, options?: CallOptions): Promise<api.Hold>;
  /**
   * Get a hold.
   *
   * Returns the hold as of now: after its `expiresAt`, a hold that was not ended is `EXPIRED`.
   */
  get(input: api.HoldGetParams, options?: CallOptions): Promise<api.Hold>;
  /**
   * Commit a hold.
   *
   * Charges the actual cost of the call, records its usage event and gives back the rest, all in one commit. Sending the same commit again is safe: the committed hold is returned unchanged.
   */
  commit(input: api.HoldCommitParams, options?: CallOptions): Promise<api.Hold>;
  /**
   * Release a hold.
   *
   * Gives back the whole amount, for example because the call was not made. Sending it again is safe: a released hold is returned unchanged.
   */
  release(input: api.HoldReleaseParams, options?: CallOptions): Promise<api.Hold>;
}

/** Amounts due from subscribers. */
export interface InvoicesResource {
  /**
   * Create an invoice.
   *
   * You set the amount: usage events are not added up automatically. `lines` say what it is for. The invoice becomes `PAID` only by a confirmed settlement. The event `invoice.created` reports it, and `invoice.opened` too if it is `OPEN`. Send an `Idempotency-Key`: without one, a repeated request creates another invoice.
   */
  create(input: api.InvoiceCreateParams, options?: CallOptions): Promise<api.Invoice>;
  /**
   * List invoices, newest first.
   *
   * Each invoice is as `GET /invoices/{invoiceId}` returns it, without its usage events and with at most its 10 newest settlements. Due expiries are applied first.
   */
  list(input?: api.InvoiceListParams, options?: CallOptions): List<api.InvoiceListResponse, api.InvoiceSummary>;
  /**
   * Pay an invoice from the prepaid balance.
   *
   * Takes an amount from the balance of the invoice's user for its service, and lowers `amountDue` by it, in one commit. Without `amount` it takes what is available, up to `amountDue`. It never takes more than is available: the overdraft and what holds have set aside are for usage. Once nothing is due, the invoice is `PAID` without a settlement. If the invoice is voided, or expires unpaid, the amount is given back as credit that does not expire. Refused while a settlement is in progress; a payment on the invoice's page that was signed but not sent yet is discarded. Send an `Idempotency-Key`: without one, a repeated request pays again, up to `amountDue`.
   */
  applyBalance(input: api.InvoiceApplyBalanceParams, options?: CallOptions): Promise<api.Invoice>;
  /**
   * Get an invoice.
   *
   * Includes its settlements and the newest 1,000 of the usage events that were recorded with its id; `GET /usage-events?invoiceId=` lists all of them. An `OPEN` invoice whose `dueAt` has passed is returned as `EXPIRED`.
   */
  get(input: api.InvoiceGetParams, options?: CallOptions): Promise<api.Invoice>;
  /**
   * Explain why an invoice is not paid.
   *
   * Answers the question of a seller: what prevents the payment, what happens next, and what can be done. A payment that the chain may still record is checked against the chain.
   */
  explain(input: api.InvoiceExplainParams, options?: CallOptions): Promise<api.InvoiceExplanation>;
  /**
   * Get the proof of an invoice.
   *
   * Returns what the invoice's hash commits to, with the rate cards, and the proof of its payment once it is `PAID` by a settlement. A payment on the invoice's page, and one under a spending cap, has the hash as its `referenceHash`; use it too if you settle the invoice yourself.
   */
  proof(input: api.InvoiceProofParams, options?: CallOptions): Promise<api.InvoiceProof>;
  /**
   * Prove that an invoice bills a usage event.
   *
   * Returns what is needed, besides the bill, to verify that the bill commits to the event. Events that were recorded with the invoice's id, and not billed by `usage` or `billNumber`, are not part of a bill.
   */
  usageProof(input: api.InvoiceUsageProofParams, options?: CallOptions): Promise<api.UsageProof>;
  /**
   * Finalize a draft invoice.
   *
   * `DRAFT` → `OPEN`: payment is due, and settlements are accepted. The event `invoice.opened` reports it.
   */
  finalize(input: api.InvoiceFinalizeParams, options?: CallOptions): Promise<api.Invoice>;
  /**
   * Void an invoice.
   *
   * `DRAFT` or `OPEN` → `VOID`, permanently: the invoice can never be paid. The event `invoice.voided` reports it. Refused while a settlement is in progress, because the chain may still record it. A payment from the invoice's page that was not sent yet is given up.
   */
  void(input: api.InvoiceVoidParams, options?: CallOptions): Promise<api.Invoice>;
  /**
   * Replace an invoice's link.
   *
   * The invoice gets a new `url`. The old one leads nowhere from now on: use it if the link reached somebody who should not have it. A payment that was started there continues.
   */
  rotateLink(input: api.InvoiceRotateLinkParams, options?: CallOptions): Promise<api.Invoice>;
}

/** Operations of an invoice's page. They take the token of its link and no API key. */
export interface InvoiceLinksResource {
  /**
   * View an invoice by its link.
   *
   * Who bills whom for what, where to pay and, once it is paid, the receipt. Anyone with the link can view it.
   */
  view(input: api.InvoiceLinkViewParams, options?: CallOptions): Promise<api.LinkedInvoice>;
  /**
   * Prepare the payment of an invoice.
   *
   * Returns the typed data that the wallet signs. Nothing is stored, so it can be called any number of times.
   */
  prepare(input: api.InvoiceLinkPrepareParams, options?: CallOptions): Promise<api.PreparedInvoicePayment>;
  /**
   * Pay an invoice by its link.
   *
   * Accepts the signed payment and returns at once, while the payment goes to the chain; poll the status for the result. A payment that the chain would refuse is refused here and never sent. Once it is confirmed on-chain, the invoice is `PAID`. Repeating the call never pays twice. Until a payment is sent to the chain, another wallet's payment can replace it.
   */
  pay(input: api.InvoiceLinkPayParams, options?: CallOptions): Promise<api.InvoicePaymentStatus>;
  /**
   * Dispute usage events of an invoice by its link.
   *
   * Objects to usage events that the invoice's bill counts, with the quantities that the payer has counted. The seller is told, and accepts or declines. The invoice stays due.
   */
  dispute(input: api.InvoiceLinkDisputeParams, options?: CallOptions): Promise<api.LinkedDispute>;
  /**
   * Get the status of an invoice's payment.
   *
   * Poll it until the invoice is `PAID` or its payment has failed. A payment that was sent is checked against the chain on every read.
   */
  status(input: api.InvoiceLinkStatusParams, options?: CallOptions): Promise<api.InvoicePaymentStatus>;
  /**
   * Add up the usage of an invoice.
   *
   * The usage that the invoice bills, by the prefix of its keys and by day. For a long period the intervals are months or years.
   */
  usage(input: api.InvoiceLinkUsageParams, options?: CallOptions): Promise<api.InvoiceUsage>;
  /**
   * List the usage events of an invoice.
   *
   * Returns a page of the usage events that the invoice's bill commits to, as they were when it was created. Events that were only recorded with the invoice's id are not part of its bill.
   */
  usageEvents(input: api.InvoiceLinkUsageEventsParams, options?: CallOptions): List<api.InvoiceLinkUsageEventsResponse, api.RootedEvent>;
  /**
   * List the usage roots of an invoice, newest first.
   *
   * The roots of the subscription's usage, as `GET /subscriptions/{subscriptionId}/usage-roots` lists them, without those after the first one that contains all usage of the invoice.
   */
  usageRoots(input: api.InvoiceLinkUsageRootsParams, options?: CallOptions): List<api.InvoiceLinkUsageRootsResponse, api.UsageRoot>;
  /**
   * List the hashes of what usage roots of an invoice contain.
   *
   * The hash of each event that was recorded, and of each that was voided, also of those that the invoice does not bill.
   */
  usageChanges(input: api.InvoiceLinkUsageChangesParams, options?: CallOptions): List<api.InvoiceLinkUsageChangesResponse, api.UsageHash>;
  /**
   * Get the proof of an invoice by its link.
   *
   * What the invoice bills and, once it is `PAID`, the proof of its payment, as `GET /invoices/{invoiceId}/proof` returns them. Anyone can check them.
   */
  proof(input: api.InvoiceLinkProofParams, options?: CallOptions): Promise<api.InvoiceProof>;
}

/** Parts of invoices' amounts that are not owed, and their refunds. */
export interface CreditNotesResource {
  /**
   * Create a credit note.
   *
   * Records that part of an invoice's amount is not owed. The invoice's `amount` does not change; `credited` grows, up to `amount`. For an `OPEN` invoice, the credit note lowers `amountDue`; a payment on the invoice's page that was signed but not sent yet is discarded, and the payer must sign again. For a `PAID` invoice, `POST /credit-notes/{creditNoteId}/refund` refunds the amount. The event `credit_note.created` reports it. Send an `Idempotency-Key`: without one, a repeated request creates another credit note.
   */
  create(input: api.CreditNoteCreateParams, options?: CallOptions): Promise<api.CreditNote>;
  /**
   * List credit notes, newest first.
   *
   * Each credit note is as `GET /credit-notes/{creditNoteId}` returns it.
   */
  list(input?: api.CreditNoteListParams, options?: CallOptions): List<api.CreditNoteListResponse, api.CreditNote>;
  /**
   * Get a credit note.
   *
   * Returns the credit note with its lines and its refund.
   */
  get(input: api.CreditNoteGetParams, options?: CallOptions): Promise<api.CreditNote>;
  /**
   * Refund a credit note.
   *
   * Refunds the amount of an `ISSUED` credit note, once. A refund to the subscriber's prepaid balance is credited immediately, as credit that does not expire. For a refund to the wallet that paid the invoice, your own wallet pays: open the refund's `url` within a day and pay there. The service watches the chain, and the credit note becomes `REFUNDED` once the contract's event `RefundRecorded` is confirmed. The invoice stays `PAID`. The events `credit_note.refunded` and `credit_note.refund_failed` report the result.
   */
  refund(input: api.CreditNoteRefundParams, options?: CallOptions): Promise<api.CreditNote>;
}

/** What you are told when usage, spending, credit or a forecast crosses a level. */
export interface AlertsResource {
  /**
   * Create an alert.
   *
   * Sends the event `alert.crossed` each time a value crosses a level, in the commit that changes the value; late, voided and replaced usage events count too. Of several levels that a commit crosses, the last is reported. A level that is crossed already is not. Alerts on `usage` and `spend` count as limits that refuse nothing, so the usage of the service is recorded one batch at a time. A cap is read from the chain after each collection and every hour, and a forecast is calculated about once an hour, from a tenth of the period on. To change an alert, remove it and create another one.
   */
  create(input: api.AlertCreateParams, options?: CallOptions): Promise<api.Alert>;
  /**
   * List alerts, newest first.
   *
   * Returns one page.
   */
  list(input?: api.AlertListParams, options?: CallOptions): List<api.AlertListResponse, api.Alert>;
  /**
   * Get an alert.
   *
   * Returns the alert. What it watches is in `GET /subscriptions/{subscriptionId}/alerts`.
   */
  get(input: api.AlertGetParams, options?: CallOptions): Promise<api.Alert>;
  /**
   * Remove an alert.
   *
   * Returns the alert that was removed. It reports nothing more.
   */
  remove(input: api.AlertRemoveParams, options?: CallOptions): Promise<api.Alert>;
  /**
   * Show what alerts watch.
   *
   * Returns every alert that watches the subscription, or a balance of its subscriber for the service, with the value and the levels that are crossed now.
   */
  states(input: api.AlertStatesParams, options?: CallOptions): Promise<api.AlertState[]>;
}

/** Limits on usage, and what is used of them. */
export interface LimitsResource {
  /**
   * Set a limit.
   *
   * Limits the usage of a service. The commit that records a usage event decides: of concurrent events exactly those are admitted that fit, one by one in the order in which they arrive. An event that would pass a `REJECT` limit is refused with 402, and nothing is recorded or charged; of several limits, the one with the least left is named. What was recorded before counts too. The call sets all fields: those that you omit get their default. It waits for usage that is being recorded.
   */
  set(input: api.LimitSetParams, options?: CallOptions): Promise<api.UsageLimit>;
  /**
   * Get a limit.
   *
   * Returns the limit. What is used of it is in `GET /subscriptions/{id}/limits`.
   */
  get(input: api.LimitGetParams, options?: CallOptions): Promise<api.UsageLimit>;
  /**
   * Remove a limit.
   *
   * Returns the limit that was removed. Usage events are not changed.
   */
  remove(input: api.LimitRemoveParams, options?: CallOptions): Promise<api.UsageLimit>;
  /**
   * List limits, newest first.
   *
   * Returns one page. What is used of limits, and the stops that subscribers have set in the portal, are in `GET /subscriptions/{id}/limits`.
   */
  list(input?: api.LimitListParams, options?: CallOptions): List<api.LimitListResponse, api.UsageLimit>;
  /**
   * Show how much of the limits is used.
   *
   * Returns every limit that applies to usage of the subscription now, with what is used and what is left. Limits of the scope `subject` are shown if you name one.
   */
  usage(input: api.LimitUsageParams, options?: CallOptions): Promise<api.LimitUsage[]>;
}

/** Payers' objections to usage events that invoices bill, and their answers. */
export interface DisputesResource {
  /**
   * Dispute usage events of an invoice.
   *
   * Records a payer's objection to usage events that the invoice's bill counts, with the quantities that the payer has counted. Payers do it themselves on the invoice's page; use this call for objections that reach you in another way. Nothing is corrected before you accept the dispute, and the invoice stays due. The event `dispute.created` reports it.
   */
  create(input: api.DisputeCreateParams, options?: CallOptions): Promise<api.Dispute>;
  /**
   * List disputes, newest first.
   *
   * Each dispute is as `GET /disputes/{disputeId}` returns it.
   */
  list(input?: api.DisputeListParams, options?: CallOptions): List<api.DisputeListResponse, api.Dispute>;
  /**
   * Get a dispute.
   *
   * Returns the dispute with its usage events and, once it is closed, the answer.
   */
  get(input: api.DisputeGetParams, options?: CallOptions): Promise<api.Dispute>;
  /**
   * Accept a dispute.
   *
   * `OPEN` → `ACCEPTED`, in one transaction: voids the disputed usage events, records the claimed quantities instead, creates a credit note and, if you ask for it, starts its refund. An `OPEN` invoice of which nothing would be due is voided; one that is `VOID` or `EXPIRED` needs no credit. The credit has a number among the bills of the subscription if the invoice has one, so later bills count it. Events that were voided already stay as they are. The scope `disputes:write` is enough for all of this. The event `dispute.accepted` reports it.
   */
  accept(input: api.DisputeAcceptParams, options?: CallOptions): Promise<api.Dispute>;
  /**
   * Decline a dispute.
   *
   * `OPEN` → `DECLINED`: the bill stays as it is. The payer sees the answer on the invoice's page and gets it by e-mail, and can dispute the invoice again. The event `dispute.declined` reports it.
   */
  decline(input: api.DisputeDeclineParams, options?: CallOptions): Promise<api.Dispute>;
}

/** Operations of the page on which a seller pays a refund. They take the token of its link and no API key. */
export interface RefundLinksResource {
  /**
   * View a refund by its link.
   *
   * Returns the amount, the receiver and the status of a refund. While the refund is `PENDING`, every read checks the chain. Anyone with the link can view it.
   */
  view(input: api.RefundLinkViewParams, options?: CallOptions): Promise<api.LinkedRefund>;
  /**
   * Prepare the payment of a refund.
   *
   * Returns the next transaction for the wallet to send. The wallet sends the transaction itself and pays its gas. The call stores nothing, so you can repeat it any number of times.
   */
  prepare(input: api.RefundLinkPrepareParams, options?: CallOptions): Promise<api.PreparedRefund>;
}

/** Payments recorded on the settlement chain. */
export interface SettlementsResource {
  /**
   * Settle an invoice.
   *
   * Records the payment on the settlement chain and waits for the result, usually up to a minute: 201 when the settlement is `CONFIRMED` and the invoice `PAID`. Repeating the call with the same invoice and `referenceHash` never pays twice: it joins the settlement in progress and returns the existing settlement with 200. A 500 with `Location` explains why the settlement is `FAILED`. A settlement that only timed out can still be confirmed: repeat the same call, or get the settlement until it is `CONFIRMED`, and do not pay in another way. The events `settlement.submitted`, `settlement.confirmed`, `settlement.failed` and `invoice.paid` report the progress.
   */
  create(input: api.SettlementCreateParams, options?: CallOptions): Promise<api.SettlementCreateResponse>;
  /**
   * List settlements, newest first.
   *
   * Returns the settlements as stored, without asking the chain. To check a `SUBMITTED` settlement against the chain, get it by its id.
   */
  list(input?: api.SettlementListParams, options?: CallOptions): List<api.SettlementListResponse, api.Settlement>;
  /**
   * Get a settlement.
   *
   * A settlement that the chain may still record is checked against the chain on every read: one that is `SUBMITTED`, or `FAILED` but not permanently.
   */
  get(input: api.SettlementGetParams, options?: CallOptions): Promise<api.Settlement>;
  /**
   * Get the proof of a settlement.
   *
   * Returns the location and the fields of the settlement's event on the chain, and of its refunds. Anyone can check them against the chain: `usance verify` does.
   */
  proof(input: api.SettlementProofParams, options?: CallOptions): Promise<api.SettlementProof>;
}

/** Payments of programs, by the x402 protocol: this service is the facilitator. */
export interface X402Resource {
  /**
   * Get what can be settled.
   *
   * What a resource server asks its facilitator at start. There is one kind: x402 version 2, scheme `exact`, on the settlement chain, by EIP-3009.
   */
  supported(input?: api.X402SupportedParams, options?: CallOptions): Promise<api.X402SupportedResponse>;
  /**
   * Verify a payment.
   *
   * Whether `POST /x402/settle` would settle the payment now. It is simulated on the chain. A payment whose success was not answered yet is valid: send it to `POST /x402/settle`. What is not valid is answered with 200 and a reason, as the protocol wants it.
   */
  verify(input: api.X402VerifyParams, options?: CallOptions): Promise<api.X402VerifyResponse>;
  /**
   * Settle a payment.
   *
   * Carries the payer's transfer out, records it on the chain, and waits for that, usually up to 20 s. The commit that confirms it makes the wallet a user with a subscription to the plan, tops its balance up by an invoice that is `PAID`, and charges the usage event to it. Every call with the same payment joins it: one response has `success: true`. If that was not sent, for example because the connection had broken, the next call gets it. `settlement_pending` says that the chain has not decided: send the same again. A payment that the chain would refuse is answered with 200 and a reason, and costs no gas.
   */
  settle(input: api.X402SettleParams, options?: CallOptions): Promise<api.X402SettleResponse>;
}

/** The payments that programs have made with x402. */
export interface X402PaymentsResource {
  /**
   * List payments with x402, newest first.
   *
   * Each payment is as `GET /x402-payments/{x402PaymentId}` returns it. With the `nonce` of a payment whose outcome you do not know, the list says what became of it.
   */
  list(input?: api.X402PaymentListParams, options?: CallOptions): List<api.X402PaymentListResponse, api.X402Payment>;
  /**
   * Get a payment with x402.
   *
   * Returns the payment as of now.
   */
  get(input: api.X402PaymentGetParams, options?: CallOptions): Promise<api.X402Payment>;
}

/** Sums over time, and what needs attention. */
export interface ReportsResource {
  /**
   * Add up invoices and settlements by day.
   *
   * Returns exact amounts and counts of the invoices and settlements that were created between `from` and `to`, by day and present status. Due expiries are applied first.
   */
  settled(input: api.ReportSettledParams, options?: CallOptions): Promise<api.SettledReport>;
  /**
   * Tell what needs attention.
   *
   * Returns what a seller should look at or do: payments that are stuck or failed, disputes, refunds to send, spending caps that run out, usage that no bill contains, and failing webhooks. It is as the database knows it: the chain is not asked. Times are compared with the present, also for services on test clocks.
   */
  attention(input?: api.ReportAttentionParams, options?: CallOptions): Promise<api.ReportAttentionResponse>;
  /**
   * Count records by status.
   *
   * Returns how many invoices, settlements or disputes have each status now, up to 1000.
   */
  counts(input: api.ReportCountsParams, options?: CallOptions): Promise<api.StatusCount[]>;
}

/** Signed limits on what can be collected from subscribers. */
export interface SpendingCapsResource {
  /**
   * Get a subscription's spending cap.
   *
   * Returns the cap that the subscriber signed, with the amount spent under it and whether it was revoked, both read from the chain.
   */
  get(input: api.SpendingCapGetParams, options?: CallOptions): Promise<api.SpendingCap>;
}

/** Links with which subscribers see and change their own records. */
export interface PortalSessionsResource {
  /**
   * Create a portal session.
   *
   * Returns a link with which the subscriber sees its subscriptions, usage, invoices and spending caps with you for one hour, and changes some of them. The link shows and changes only what the calling key may (`scopes`), and ends when the key does. Anyone with the link can do so: create it when the subscriber, whom you have authenticated, asks for it. A session that the platform's key creates shows the records with the seller that the user belongs to, or with every seller if the user belongs to the platform itself.
   */
  create(input: api.PortalSessionCreateParams, options?: CallOptions): Promise<api.PortalSessionWithUrl>;
  /**
   * List portal sessions, newest first.
   *
   * Returns sessions without their addresses, including expired and revoked ones. A session is deleted 30 days after it expired.
   */
  list(input?: api.PortalSessionListParams, options?: CallOptions): List<api.PortalSessionListResponse, api.PortalSession>;
  /**
   * Get a portal session.
   *
   * Returns the session without its address, which is shown only at creation.
   */
  get(input: api.PortalSessionGetParams, options?: CallOptions): Promise<api.PortalSession>;
  /**
   * Revoke a portal session.
   *
   * The link stops working at once, and after this response no request with it changes anything, not even one in progress. Revoking it again returns the same answer. A key cannot revoke a link that has more scopes.
   */
  revoke(input: api.PortalSessionRevokeParams, options?: CallOptions): Promise<api.PortalSession>;
}

/** Operations of the subscriber's portal. They take a link's token and no API key. */
export interface PortalResource {
  /**
   * View a subscriber's portal.
   *
   * Returns the subscriber, the seller, and the time when the link stops working.
   */
  view(input: api.PortalViewParams, options?: CallOptions): Promise<api.Portal>;
  /**
   * Change the subscriber's name or e-mail address.
   *
   * Changes only the fields that you send. At checkout, the subscriber is still recognized by the address that it signed up with.
   */
  changeSubscriber(input: api.PortalChangeSubscriberParams, options?: CallOptions): Promise<api.PortalSubscriber>;
  /**
   * List the subscriber's subscriptions, newest first.
   *
   * Each with its service, its plan and its next charge. Ended subscriptions are included. Due renewals are applied first.
   */
  subscriptions(input: api.PortalSubscriptionsParams, options?: CallOptions): List<api.PortalSubscriptionsResponse, api.PortalSubscription>;
  /**
   * Cancel the subscriber's subscription at the end of its period, or take that back.
   *
   * Only where the service's `portal.allowsCancel` is `true`. Until the period ends, the subscription is `ACTIVE`. A cancellation that the seller has scheduled cannot be taken back here.
   */
  cancel(input: api.PortalCancelParams, options?: CallOptions): Promise<api.PortalSubscription>;
  /**
   * Add up the usage of a period of the subscriber's subscription.
   *
   * Exact sums of one billing period for the prefixes with most events, by prefix of the event keys and by day in UTC.
   */
  usage(input: api.PortalUsageParams, options?: CallOptions): Promise<api.PortalUsage>;
  /**
   * List the roots of the usage of the subscriber's subscription, newest first.
   *
   * As `GET /subscriptions/{subscriptionId}/usage-roots` lists them: signed hashes that fix all usage until then.
   */
  usageRoots(input: api.PortalUsageRootsParams, options?: CallOptions): List<api.PortalUsageRootsResponse, api.UsageRoot>;
  /**
   * List what the roots of the usage of the subscriber's subscription contain.
   *
   * As `GET /subscriptions/{subscriptionId}/usage-changes` lists it.
   */
  usageChanges(input: api.PortalUsageChangesParams, options?: CallOptions): List<api.PortalUsageChangesResponse, api.UsageChange>;
  /**
   * Show how much of the limits of the subscriber's subscription is used.
   *
   * The limits of the scope `subscription` that refuse usage, with what is used now. Limits of all of the service, of subjects, and those that only report are the seller's affair.
   */
  limits(input: api.PortalLimitsParams, options?: CallOptions): Promise<api.PortalLimit[]>;
  /**
   * Show the levels that are crossed for the subscriber's subscription.
   *
   * What alerts watch that tell the subscriber too, as far as it is known: its usage, spending, balances, spending cap and forecast.
   */
  alerts(input: api.PortalAlertsParams, options?: CallOptions): Promise<api.PortalAlert[]>;
  /**
   * List the subjects of the subscriber's subscription, with what each has used.
   *
   * As `GET /subjects` lists them, and who has stopped all usage of the subscription.
   */
  subjects(input: api.PortalSubjectsParams, options?: CallOptions): Promise<api.PortalSubjectsResponse>;
  /**
   * Stop the usage of a subject or of all the subscriber's subscription, or start it again.
   *
   * From this answer on, usage that occurs after the stop is refused with `limit_reached` of the limit `stopped-by-subscriber`, and so are holds for it. What occurred before, and the calls for which a hold was placed before, are still recorded. Sending it again returns the same answer. Limits of the seller stay as they are.
   */
  stop(input: api.PortalStopParams, options?: CallOptions): Promise<api.PortalStop>;
  /**
   * Get the next bill of the usage of the subscriber's subscription.
   *
   * What the oldest period without a bill costs so far, less what is prepaid, and with changes to earlier periods. Later usage adds to it.
   */
  upcomingInvoice(input: api.PortalUpcomingInvoiceParams, options?: CallOptions): Promise<api.PortalUpcomingInvoice>;
  /**
   * List the subscriber's invoices, newest first.
   *
   * Each with the address of its page, where it can be paid and read. Drafts are left out. Due expiries are applied first.
   */
  invoices(input: api.PortalInvoicesParams, options?: CallOptions): List<api.PortalInvoicesResponse, api.PortalInvoice>;
  /**
   * Get the spending cap of the subscriber's subscription.
   *
   * Limits, amounts spent and left, expiry, and what the wallet signs to revoke it on the chain. What was spent and whether it was revoked are read from the chain; the first read that finds it revoked there reports it with the event `subscription.cap_revoked`.
   */
  spendingCap(input: api.PortalSpendingCapParams, options?: CallOptions): Promise<api.PortalSpendingCapResponse>;
  /**
   * Store the spending cap that the subscriber signed.
   *
   * From now on, the subscription's later invoices are collected under this cap, within its limits. It replaces the previous cap. If that was revoked, the subscriber's stop of all usage ends.
   */
  signCap(input: api.PortalSignCapParams, options?: CallOptions): Promise<api.PortalCapTerms>;
  /**
   * Revoke the spending cap of the subscriber's subscription.
   *
   * From this answer on, the service collects nothing under the cap, and unless you send `stopUsage=false`, refuses all usage that occurs later. A collection that was already sent to the chain can still be confirmed. Revoking it again returns the same answer. The contract itself would still accept the cap: to end it there too, send the wallet's signature of its `revocation`. The event `subscription.cap_revoked` reports it.
   */
  revokeCap(input: api.PortalRevokeCapParams, options?: CallOptions): Promise<api.PortalCapTerms>;
  /**
   * Prepare a spending cap for the subscriber's wallet.
   *
   * Returns the typed data of a new cap for the subscription's later invoices and, if the wallet allows too little, of a permit. Nothing is stored, so it can be called any number of times.
   */
  prepareCap(input: api.PortalPrepareCapParams, options?: CallOptions): Promise<api.PreparedCap>;
  /**
   * List the subscriber's prepaid balances, newest first.
   *
   * Each with its service, the credit that is left and its automatic top-ups. Credit and holds that have expired no longer count.
   */
  balances(input: api.PortalBalancesParams, options?: CallOptions): List<api.PortalBalancesResponse, api.PortalBalance>;
  /**
   * List the ledger of the subscriber's balance, newest first.
   *
   * Every change of the balance, with what was available and held after it.
   */
  balanceEntries(input: api.PortalBalanceEntriesParams, options?: CallOptions): List<api.PortalBalanceEntriesResponse, api.PortalBalanceEntry>;
  /**
   * Top the subscriber's balance up.
   *
   * Creates an `OPEN` invoice with its own page, to be paid in 24 hours, or returns the one of the same amount that is still open: sending it again is safe. The commit that makes it `PAID` credits the balance.
   */
  topUp(input: api.PortalTopUpParams, options?: CallOptions): Promise<api.PortalInvoice>;
}

/** Sessions of people who sign in to the dashboard. */
export interface DashboardSessionsResource {
  /**
   * Create a dashboard session.
   *
   * Returns a link that signs a person in to the dashboard, once. The session has the seller and the scopes of the calling key. It lasts at most 12 hours, and ends when the key does. A session that is created in another session also ends with that one, when it is revoked, signed out or expires.
   */
  create(input?: api.DashboardSessionCreateParams, options?: CallOptions): Promise<api.DashboardSessionWithUrl>;
  /**
   * List dashboard sessions, newest first.
   *
   * Returns sessions without their links, including expired and revoked ones. The service deletes a session 30 days after it expired.
   */
  list(input?: api.DashboardSessionListParams, options?: CallOptions): List<api.DashboardSessionListResponse, api.DashboardSession>;
  /**
   * Get a dashboard session.
   *
   * Returns the session without its link, which is shown only at creation.
   */
  get(input: api.DashboardSessionGetParams, options?: CallOptions): Promise<api.DashboardSession>;
  /**
   * Revoke a dashboard session.
   *
   * The session stops working within a second, and none of its writes commits after this response. The keys, wallet grants, sessions and portal links that were created in it end with it. Revoking it again returns the same response. A key cannot revoke a session that has more scopes.
   */
  revoke(input: api.DashboardSessionRevokeParams, options?: CallOptions): Promise<api.DashboardSession>;
}

/** Wallets that may sign in to the dashboard, and with which scopes. */
export interface WalletGrantsResource {
  /**
   * Let a wallet sign in to the dashboard.
   *
   * The wallet signs a message to sign in, without an API key. Its sessions have the seller of the calling key and these scopes, which cannot exceed those of the calling key. The grant ends when it expires or is revoked, and when the key that created it is revoked.
   */
  create(input: api.WalletGrantCreateParams, options?: CallOptions): Promise<api.WalletGrant>;
  /**
   * List wallet grants, newest first.
   *
   * Includes expired and revoked ones.
   */
  list(input?: api.WalletGrantListParams, options?: CallOptions): List<api.WalletGrantListResponse, api.WalletGrant>;
  /**
   * Get a wallet grant.
   *
   * Says which wallet may sign in, with which scopes, and until when.
   */
  get(input: api.WalletGrantGetParams, options?: CallOptions): Promise<api.WalletGrant>;
  /**
   * Revoke a wallet grant.
   *
   * The wallet can no longer sign in. Its sessions end within a second, and so do the keys, grants and links that were created in them. Revoking it again returns the same answer. A key cannot revoke a grant that exceeds it.
   */
  revoke(input: api.WalletGrantRevokeParams, options?: CallOptions): Promise<api.WalletGrant>;
}

/** Operations with which the dashboard's page signs in and out. They take no API key, and accept calls only from the dashboard's own page. */
export interface DashboardResource {
  /**
   * View a link before signing in with it.
   *
   * Says whose dashboard the link opens. The link still works afterwards. The page asks with it before it signs in, so that no foreign link replaces a session unnoticed.
   */
  viewLink(input: api.DashboardViewLinkParams, options?: CallOptions): Promise<api.DashboardLink>;
  /**
   * Sign in with a link.
   *
   * Opens the session of a link, once, and sets its cookie. A session whose cookie this replaces ends, as by signing out. To sign in with an API key, create a session with the key first, and sign in with the link of this session.
   */
  signIn(input: api.DashboardSignInParams, options?: CallOptions): Promise<api.DashboardSession>;
  /**
   * Get a message to sign in with a wallet.
   *
   * Returns a message (ERC-4361) that a wallet with a wallet grant signs to sign in. It names the dashboard's host and the wallet, and works once.
   */
  walletMessage(input: api.DashboardWalletMessageParams, options?: CallOptions): Promise<api.WalletMessage>;
  /**
   * List the grants with which a wallet can sign in.
   *
   * Takes the signed message of the wallet, which can still be used to sign in afterwards. The page shows whose dashboard it is before it opens it.
   */
  walletGrants(input: api.DashboardWalletGrantsParams, options?: CallOptions): Promise<api.OwnWalletGrant[]>;
  /**
   * Sign in with a wallet.
   *
   * Opens a session with the seller and the scopes of a wallet grant, and sets its cookie. A session whose cookie this replaces ends, as by signing out. The session ends when the grant does. A service's `payoutAddress` lets nobody sign in.
   */
  signInWithWallet(input: api.DashboardSignInWithWalletParams, options?: CallOptions): Promise<api.DashboardSession>;
  /**
   * Get the session that is signed in.
   *
   * Returns the session of the request's cookie, with its seller and its scopes.
   */
  session(input?: api.DashboardSessionParams, options?: CallOptions): Promise<api.OwnDashboardSession>;
  /**
   * Sign out.
   *
   * Ends the session of the request's cookie, with the sessions and portal links that were created in it, and removes the cookie.
   */
  signOut(input?: api.DashboardSignOutParams, options?: CallOptions): Promise<api.SignOut>;
}

/** URLs that receive events. */
export interface WebhookEndpointsResource {
  /**
   * Create a webhook endpoint.
   *
   * The endpoint receives events from now on, so the key also needs the scope `events:read`. They are signed by [Standard Webhooks](https://www.standardwebhooks.com). The event types are `checkout_session.paid`, `checkout_session.expired`, `checkout_session.cancelled`, `subscription.created`, `subscription.renewed`, `subscription.period_ended`, `subscription.cancelled`, `subscription.cap_revoked`, `invoice.created`, `invoice.opened`, `invoice.paid`, `invoice.payment_failed`, `invoice.expired`, `invoice.voided`, `credit_note.created`, `credit_note.refunded`, `credit_note.refund_failed`, `credit_note.refund_reorged`, `dispute.created`, `dispute.accepted`, `dispute.declined`, `settlement.submitted`, `settlement.confirmed`, `settlement.failed`, `settlement.reorged`, `balance.credited`, `balance.depleted`, `balance.frozen`, `balance.recovered`, `balance.auto_top_up_paused`, `balance.auto_top_up_stopped`, `hold.expired`, `limit.crossed`, `alert.crossed`, `alert.recovered`, `test_clock.ready`.
   */
  create(input: api.WebhookEndpointCreateParams, options?: CallOptions): Promise<api.WebhookEndpointWithSecret>;
  /**
   * List webhook endpoints, newest first.
   *
   * Returns endpoints without their secrets, which are shown only once.
   */
  list(input?: api.WebhookEndpointListParams, options?: CallOptions): List<api.WebhookEndpointListResponse, api.WebhookEndpoint>;
  /**
   * Get a webhook endpoint.
   *
   * Returns the endpoint without its secret. Shows why it was disabled, or since when it has been failing.
   */
  get(input: api.WebhookEndpointGetParams, options?: CallOptions): Promise<api.WebhookEndpoint>;
  /**
   * Change a webhook endpoint.
   *
   * Changes only the fields that you send. Pending deliveries go to the new URL. To change `url` or `events`, the key also needs the scope `events:read`.
   */
  update(input: api.WebhookEndpointUpdateParams, options?: CallOptions): Promise<api.WebhookEndpoint>;
  /**
   * Delete a webhook endpoint.
   *
   * No more events are sent to the endpoint. Its deliveries stay in the log. Returns the endpoint as it was.
   */
  delete(input: api.WebhookEndpointDeleteParams, options?: CallOptions): Promise<api.WebhookEndpoint>;
  /**
   * Rotate the secret of a webhook endpoint.
   *
   * Gives the endpoint a new secret. For 24 hours, deliveries carry two signatures: the new secret's first, then the old one's.
   */
  rotateSecret(input: api.WebhookEndpointRotateSecretParams, options?: CallOptions): Promise<api.WebhookEndpointWithSecret>;
  /**
   * Send a test event.
   *
   * Sends an event made of the examples in this document, marked `test: true`. It goes only to this endpoint, whatever types the endpoint subscribes to.
   */
  test(input: api.WebhookEndpointTestParams, options?: CallOptions): Promise<api.WebhookDelivery>;
  /**
   * Redeliver a period's events.
   *
   * Sends every event of the period that the endpoint subscribes to and that has not arrived: failed deliveries, and events from while the endpoint was disabled or did not exist yet. One call sends at most 10,000 events, oldest first.
   */
  redeliver(input: api.WebhookEndpointRedeliverParams, options?: CallOptions): Promise<api.WebhookEndpointRedeliverResponse>;
}

/** The log of deliveries to webhook endpoints, with the responses. */
export interface WebhookDeliveriesResource {
  /**
   * List webhook deliveries, newest first.
   *
   * Shows why a webhook did not arrive: the attempts of each delivery, the endpoint's responses, their latency, and when the next attempt is or why there is none.
   */
  list(input?: api.WebhookDeliveryListParams, options?: CallOptions): List<api.WebhookDeliveryListResponse, api.WebhookDelivery>;
  /**
   * Get a webhook delivery.
   *
   * Returns the delivery with the result of each attempt and the time of the next one.
   */
  get(input: api.WebhookDeliveryGetParams, options?: CallOptions): Promise<api.WebhookDelivery>;
  /**
   * Redeliver a webhook.
   *
   * Sends the event again under the same `webhook-id`, whatever the status of the delivery. The retry schedule starts over.
   */
  redeliver(input: api.WebhookDeliveryRedeliverParams, options?: CallOptions): Promise<api.WebhookDelivery>;
}

/** The log of events that webhooks report. */
export interface EventsResource {
  /**
   * List events, newest first.
   *
   * Returns all events that webhooks report, for 30 days. Use it to catch up after an outage. Concurrent changes can appear in any order, so start a little before the last event that you know and skip the ids that you already have. With `Accept: text/event-stream` the answer does not end: it has the events that are committed from now on, or after the one that `Last-Event-ID` names, selected by `type` and `serviceId`.
   */
  list(input?: api.EventListParams, options?: CallOptions): List<api.EventListResponse, api.UsanceEvent>;
  /**
   * Get an event.
   *
   * Returns the event as it was sent to webhook endpoints. Events are kept for 30 days.
   */
  get(input: api.EventGetParams, options?: CallOptions): Promise<api.UsanceEvent>;
}

/** The log of e-mails to subscribers, with the mail server's responses. */
export interface EmailsResource {
  /**
   * List e-mails to subscribers, newest first.
   *
   * Shows which e-mails were sent to subscribers in the last 30 days and why one was not: the attempts, the mail server's replies, and the time of the next attempt or why there is none.
   */
  list(input?: api.EmailListParams, options?: CallOptions): List<api.EmailListResponse, api.Email>;
  /**
   * Get an e-mail.
   *
   * Returns the e-mail with the result of each attempt and the time of the next one.
   */
  get(input: api.EmailGetParams, options?: CallOptions): Promise<api.Email>;
  /**
   * Send an e-mail again.
   *
   * Creates another e-mail of the same kind about the same invoice, to the subscriber's current address, whatever the status of the first one. The limit per recipient counts it too.
   */
  resend(input: api.EmailResendParams, options?: CallOptions): Promise<api.Email>;
}

/** The log of writes by API keys. */
export interface AuditEventsResource {
  /**
   * List audit events, newest first.
   *
   * Returns one audit event for every write by an API key, stored in the same transaction as the write. Usage events have none.
   */
  list(input?: api.AuditEventListParams, options?: CallOptions): List<api.AuditEventListResponse, api.AuditEvent>;
}

/** API keys and their scopes. */
export interface ApiKeysResource {
  /**
   * Create an API key.
   *
   * Returns the secret of the new key. It is shown only once. A new key cannot exceed the key that creates it: in seller, scopes and expiry.
   */
  create(input: api.ApiKeyCreateParams, options?: CallOptions): Promise<api.ApiKeyWithSecret>;
  /**
   * List API keys, newest first.
   *
   * Returns keys without their secrets. Recognize a key by its name, and by the start and end of its secret.
   */
  list(input?: api.ApiKeyListParams, options?: CallOptions): List<api.ApiKeyListResponse, api.ApiKey>;
  /**
   * Get an API key.
   *
   * Returns the key without its secret, which is shown only at creation.
   */
  get(input: api.ApiKeyGetParams, options?: CallOptions): Promise<api.ApiKey>;
  /**
   * Revoke an API key.
   *
   * The key stops working within a second, and none of its writes commits after this answer; usage events that it has just sent may still be recorded within that second. Revoking it again returns the same answer. A key cannot revoke a key that exceeds it. All keys and wallet grants that it created, directly or through others, are revoked in the same transaction, and so are those of the keys that it replaced and that have ended, unless you send `descendants=false`. Its dashboard sessions and portal links always end with it.
   */
  revoke(input: api.ApiKeyRevokeParams, options?: CallOptions): Promise<api.ApiKey>;
  /**
   * Rotate an API key.
   *
   * Returns a new key with the same seller, scopes and expiry. The old key keeps working until the overlap ends.
   */
  rotate(input: api.ApiKeyRotateParams, options?: CallOptions): Promise<api.ApiKeyWithSecret>;
}

/** The software, the contracts and the accounts that send settlements. */
export interface SystemResource {
  /**
   * Get the software, the contracts and the signers.
   *
   * Returns the versions of the software and of the contracts. With the platform's key, it also returns the settlements that wait for the chain, and the accounts that send them with what they have for gas. `GET /ready` tells whether the service can do all its work.
   */
  get(input?: api.SystemGetParams, options?: CallOptions): Promise<api.System>;
}

/** Every operation of the API. */
export interface Resources {
  readonly services: ServicesResource;
  readonly plans: PlansResource;
  readonly rateCards: RateCardsResource;
  readonly quotes: QuotesResource;
  readonly testClocks: TestClocksResource;
  readonly checkoutSessions: CheckoutSessionsResource;
  readonly checkout: CheckoutResource;
  readonly subscriptions: SubscriptionsResource;
  readonly subscribers: SubscribersResource;
  readonly usageEvents: UsageEventsResource;
  readonly subjects: SubjectsResource;
  readonly usageRoots: UsageRootsResource;
  readonly balances: BalancesResource;
  readonly holds: HoldsResource;
  readonly invoices: InvoicesResource;
  readonly invoiceLinks: InvoiceLinksResource;
  readonly creditNotes: CreditNotesResource;
  readonly alerts: AlertsResource;
  readonly limits: LimitsResource;
  readonly disputes: DisputesResource;
  readonly refundLinks: RefundLinksResource;
  readonly settlements: SettlementsResource;
  readonly x402: X402Resource;
  readonly x402Payments: X402PaymentsResource;
  readonly reports: ReportsResource;
  readonly spendingCaps: SpendingCapsResource;
  readonly portalSessions: PortalSessionsResource;
  readonly portal: PortalResource;
  readonly dashboardSessions: DashboardSessionsResource;
  readonly walletGrants: WalletGrantsResource;
  readonly dashboard: DashboardResource;
  readonly webhookEndpoints: WebhookEndpointsResource;
  readonly webhookDeliveries: WebhookDeliveriesResource;
  readonly events: EventsResource;
  readonly emails: EmailsResource;
  readonly auditEvents: AuditEventsResource;
  readonly apiKeys: ApiKeysResource;
  readonly system: SystemResource;
  /**
   * Check that the service can do all its work.
   *
   * Returns 503 with the reasons while there is a problem with the database, the settlement chain or the account that sends settlements. During a chain problem, everything that needs no chain still works.
   */
  ready(input?: api.ReadyParams, options?: CallOptions): Promise<api.ReadyResponse>;
  /**
   * Check that the service is up.
   *
   * Answers as long as the process runs, even without the database or the chain. `GET /ready` tells whether the service can do all its work.
   */
  health(input?: api.HealthParams, options?: CallOptions): Promise<api.HealthResponse>;
}

export const resources = ({ get, post, patch, put, remove, list }: Calls): Resources => ({
  services: {
    create: post("/api/v1/services", "service"),
    list: list("/api/v1/services", "services"),
    get: get("/api/v1/services/{serviceId}", "service"),
    update: patch("/api/v1/services/{serviceId}", "service"),
  },
  plans: {
    create: post("/api/v1/services/{serviceId}/plans", "plan"),
    list: list("/api/v1/services/{serviceId}/plans", "plans"),
    get: get("/api/v1/services/{serviceId}/plans/{paymentPlanId}", "plan"),
  },
  rateCards: {
    create: post("/api/v1/plans/{paymentPlanId}/rate-cards", "rateCard"),
    list: list("/api/v1/plans/{paymentPlanId}/rate-cards", "rateCards"),
    get: get("/api/v1/rate-cards/{rateCardId}", "rateCard"),
  },
  quotes: {
    create: post("/api/v1/quotes", "quote"),
  },
  testClocks: {
    create: post("/api/v1/test-clocks", "testClock"),
    list: list("/api/v1/test-clocks", "testClocks"),
    get: get("/api/v1/test-clocks/{testClockId}", "testClock"),
    advance: post("/api/v1/test-clocks/{testClockId}/advance", "testClock"),
  },
  checkoutSessions: {
    create: post("/api/v1/checkout-sessions", "checkoutSession"),
    list: list("/api/v1/checkout-sessions", "checkoutSessions"),
    get: get("/api/v1/checkout-sessions/{checkoutSessionId}", "checkoutSession"),
    complete: post("/api/v1/checkout-sessions/{checkoutSessionId}/complete", "checkoutSession"),
    cancel: post("/api/v1/checkout-sessions/{checkoutSessionId}/cancel", "checkoutSession"),
  },
  checkout: {
    view: get("/api/v1/checkout/{checkoutSessionId}", "checkout"),
    prepare: post("/api/v1/checkout/{checkoutSessionId}/prepare", "preparedCheckout"),
    pay: post("/api/v1/checkout/{checkoutSessionId}/pay", "checkoutStatus"),
    status: get("/api/v1/checkout/{checkoutSessionId}/status", "checkoutStatus"),
  },
  subscriptions: {
    get: get("/api/v1/subscriptions/{subscriptionId}", "subscription"),
    list: list("/api/v1/subscriptions", "subscriptions"),
    cancel: post("/api/v1/subscriptions/{subscriptionId}/cancel", "subscription"),
    upcomingInvoice: get("/api/v1/subscriptions/{subscriptionId}/upcoming-invoice", "upcomingInvoice"),
    upcomingCharges: list("/api/v1/subscriptions/upcoming-charges", "upcomingCharges"),
    upcomingTotals: get("/api/v1/subscriptions/upcoming-totals", "upcomingTotals"),
  },
  subscribers: {
    list: list("/api/v1/subscribers", "subscribers"),
    get: get("/api/v1/subscribers/{subscriberId}", "subscriber"),
  },
  usageEvents: {
    create: post("/api/v1/usage-events", "usageEvent"),
    list: list("/api/v1/usage-events", "usageEvents"),
    batch: post("/api/v1/usage-events/batch", "results"),
    get: get("/api/v1/usage-events/{usageEventId}", "usageEvent"),
    summary: get("/api/v1/usage-events/summary"),
    series: get("/api/v1/usage-events/series", "usageSeries"),
    void: post("/api/v1/usage-events/{usageEventId}/void"),
  },
  subjects: {
    list: list("/api/v1/subjects", "subjects"),
  },
  usageRoots: {
    list: list("/api/v1/subscriptions/{subscriptionId}/usage-roots", "usageRoots"),
    changes: list("/api/v1/subscriptions/{subscriptionId}/usage-changes", "usageChanges"),
    keys: get("/.well-known/jwks.json", "keys"),
  },
  balances: {
    create: post("/api/v1/balances", "balance"),
    list: list("/api/v1/balances", "balances"),
    get: get("/api/v1/balances/{balanceId}", "balance"),
    update: patch("/api/v1/balances/{balanceId}", "balance"),
    totals: get("/api/v1/services/{serviceId}/balance-totals", "balanceTotals"),
    entries: list("/api/v1/balances/{balanceId}/entries", "balanceEntries"),
    topUp: post("/api/v1/balances/{balanceId}/top-ups", "invoice"),
    grant: post("/api/v1/balances/{balanceId}/grants", "balanceGrant"),
    addRecurringGrant: post("/api/v1/balances/{balanceId}/recurring-grants", "recurringGrant"),
    recurringGrants: get("/api/v1/balances/{balanceId}/recurring-grants", "recurringGrants"),
    endRecurringGrant: post("/api/v1/balances/{balanceId}/recurring-grants/{recurringGrantId}/end", "recurringGrant"),
    setAutoTopUp: put("/api/v1/balances/{balanceId}/auto-top-up", "autoTopUp"),
    autoTopUp: get("/api/v1/balances/{balanceId}/auto-top-up", "autoTopUp"),
    removeAutoTopUp: remove("/api/v1/balances/{balanceId}/auto-top-up", "autoTopUp"),
  },
  holds: {
    create: post("/api/v1/holds", "hold"),
    get: get("/api/v1/holds/{holdId}", "hold"),
    commit: post("/api/v1/holds/{holdId}/commit", "hold"),
    release: post("/api/v1/holds/{holdId}/release", "hold"),
  },
  invoices: {
    create: post("/api/v1/invoices", "invoice"),
    list: list("/api/v1/invoices", "invoices"),
    applyBalance: post("/api/v1/invoices/{invoiceId}/apply-balance", "invoice"),
    get: get("/api/v1/invoices/{invoiceId}", "invoice"),
    explain: get("/api/v1/invoices/{invoiceId}/explanation", "explanation"),
    proof: get("/api/v1/invoices/{invoiceId}/proof", "proof"),
    usageProof: get("/api/v1/invoices/{invoiceId}/usage-proof", "usageProof"),
    finalize: post("/api/v1/invoices/{invoiceId}/finalize", "invoice"),
    void: post("/api/v1/invoices/{invoiceId}/void", "invoice"),
    rotateLink: post("/api/v1/invoices/{invoiceId}/rotate-link", "invoice"),
  },
  invoiceLinks: {
    view: get("/api/v1/invoice-links/{linkToken}", "invoice"),
    prepare: post("/api/v1/invoice-links/{linkToken}/prepare", "preparedPayment"),
    pay: post("/api/v1/invoice-links/{linkToken}/pay", "invoiceStatus"),
    dispute: post("/api/v1/invoice-links/{linkToken}/disputes", "dispute"),
    status: get("/api/v1/invoice-links/{linkToken}/status", "invoiceStatus"),
    usage: get("/api/v1/invoice-links/{linkToken}/usage", "invoiceUsage"),
    usageEvents: list("/api/v1/invoice-links/{linkToken}/usage-events", "usageEvents"),
    usageRoots: list("/api/v1/invoice-links/{linkToken}/usage-roots", "usageRoots"),
    usageChanges: list("/api/v1/invoice-links/{linkToken}/usage-changes", "usageChanges"),
    proof: get("/api/v1/invoice-links/{linkToken}/proof", "proof"),
  },
  creditNotes: {
    create: post("/api/v1/invoices/{invoiceId}/credit-notes", "creditNote"),
    list: list("/api/v1/credit-notes", "creditNotes"),
    get: get("/api/v1/credit-notes/{creditNoteId}", "creditNote"),
    refund: post("/api/v1/credit-notes/{creditNoteId}/refund", "creditNote"),
  },
  alerts: {
    create: post("/api/v1/alerts", "alert"),
    list: list("/api/v1/alerts", "alerts"),
    get: get("/api/v1/alerts/{alertId}", "alert"),
    remove: remove("/api/v1/alerts/{alertId}", "alert"),
    states: get("/api/v1/subscriptions/{subscriptionId}/alerts", "alerts"),
  },
  limits: {
    set: put("/api/v1/limits/{name}", "limit"),
    get: get("/api/v1/limits/{name}", "limit"),
    remove: remove("/api/v1/limits/{name}", "limit"),
    list: list("/api/v1/limits", "limits"),
    usage: get("/api/v1/subscriptions/{subscriptionId}/limits", "limits"),
  },
  disputes: {
    create: post("/api/v1/invoices/{invoiceId}/disputes", "dispute"),
    list: list("/api/v1/disputes", "disputes"),
    get: get("/api/v1/disputes/{disputeId}", "dispute"),
    accept: post("/api/v1/disputes/{disputeId}/accept", "dispute"),
    decline: post("/api/v1/disputes/{disputeId}/decline", "dispute"),
  },
  refundLinks: {
    view: get("/api/v1/refund-links/{linkToken}", "refund"),
    prepare: post("/api/v1/refund-links/{linkToken}/prepare", "preparedRefund"),
  },
  settlements: {
    create: post("/api/v1/settlements"),
    list: list("/api/v1/settlements", "settlements"),
    get: get("/api/v1/settlements/{settlementId}", "settlement"),
    proof: get("/api/v1/settlements/{settlementId}/proof", "proof"),
  },
  x402: {
    supported: get("/api/v1/x402/supported"),
    verify: post("/api/v1/x402/verify"),
    settle: post("/api/v1/x402/settle"),
  },
  x402Payments: {
    list: list("/api/v1/x402-payments", "x402Payments"),
    get: get("/api/v1/x402-payments/{x402PaymentId}", "x402Payment"),
  },
  reports: {
    settled: get("/api/v1/reports/settled", "settledReport"),
    attention: get("/api/v1/reports/attention"),
    counts: get("/api/v1/reports/counts", "counts"),
  },
  spendingCaps: {
    get: get("/api/v1/subscriptions/{subscriptionId}/spending-cap", "spendingCap"),
  },
  portalSessions: {
    create: post("/api/v1/portal-sessions", "portalSession"),
    list: list("/api/v1/portal-sessions", "portalSessions"),
    get: get("/api/v1/portal-sessions/{portalSessionId}", "portalSession"),
    revoke: remove("/api/v1/portal-sessions/{portalSessionId}", "portalSession"),
  },
  portal: {
    view: get("/api/v1/portal/{portalToken}", "portal"),
    changeSubscriber: patch("/api/v1/portal/{portalToken}/subscriber", "subscriber"),
    subscriptions: list("/api/v1/portal/{portalToken}/subscriptions", "subscriptions"),
    cancel: post("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/cancel", "subscription"),
    usage: get("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/usage", "usage"),
    usageRoots: list("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/usage-roots", "usageRoots"),
    usageChanges: list("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/usage-changes", "usageChanges"),
    limits: get("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/limits", "limits"),
    alerts: get("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/alerts", "alerts"),
    subjects: get("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/subjects"),
    stop: post("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/stop", "stop"),
    upcomingInvoice: get("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/upcoming-invoice", "upcomingInvoice"),
    invoices: list("/api/v1/portal/{portalToken}/invoices", "invoices"),
    spendingCap: get("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap"),
    signCap: post("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap", "spendingCap"),
    revokeCap: remove("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap", "spendingCap"),
    prepareCap: post("/api/v1/portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap/prepare", "preparedCap"),
    balances: list("/api/v1/portal/{portalToken}/balances", "balances"),
    balanceEntries: list("/api/v1/portal/{portalToken}/balances/{balanceId}/entries", "balanceEntries"),
    topUp: post("/api/v1/portal/{portalToken}/balances/{balanceId}/top-ups", "invoice"),
  },
  dashboardSessions: {
    create: post("/api/v1/dashboard-sessions", "dashboardSession"),
    list: list("/api/v1/dashboard-sessions", "dashboardSessions"),
    get: get("/api/v1/dashboard-sessions/{dashboardSessionId}", "dashboardSession"),
    revoke: remove("/api/v1/dashboard-sessions/{dashboardSessionId}", "dashboardSession"),
  },
  walletGrants: {
    create: post("/api/v1/wallet-grants", "walletGrant"),
    list: list("/api/v1/wallet-grants", "walletGrants"),
    get: get("/api/v1/wallet-grants/{walletGrantId}", "walletGrant"),
    revoke: remove("/api/v1/wallet-grants/{walletGrantId}", "walletGrant"),
  },
  dashboard: {
    viewLink: post("/api/v1/dashboard/link", "dashboardLink"),
    signIn: post("/api/v1/dashboard/sign-in", "dashboardSession"),
    walletMessage: get("/api/v1/dashboard/wallet-message", "walletMessage"),
    walletGrants: post("/api/v1/dashboard/wallet-grants", "walletGrants"),
    signInWithWallet: post("/api/v1/dashboard/wallet-sign-in", "dashboardSession"),
    session: get("/api/v1/dashboard/session", "dashboardSession"),
    signOut: post("/api/v1/dashboard/sign-out", "signOut"),
  },
  webhookEndpoints: {
    create: post("/api/v1/webhook-endpoints", "webhookEndpoint"),
    list: list("/api/v1/webhook-endpoints", "webhookEndpoints"),
    get: get("/api/v1/webhook-endpoints/{webhookEndpointId}", "webhookEndpoint"),
    update: patch("/api/v1/webhook-endpoints/{webhookEndpointId}", "webhookEndpoint"),
    delete: remove("/api/v1/webhook-endpoints/{webhookEndpointId}", "webhookEndpoint"),
    rotateSecret: post("/api/v1/webhook-endpoints/{webhookEndpointId}/rotate-secret", "webhookEndpoint"),
    test: post("/api/v1/webhook-endpoints/{webhookEndpointId}/test", "webhookDelivery"),
    redeliver: post("/api/v1/webhook-endpoints/{webhookEndpointId}/redeliver"),
  },
  webhookDeliveries: {
    list: list("/api/v1/webhook-deliveries", "webhookDeliveries"),
    get: get("/api/v1/webhook-deliveries/{webhookDeliveryId}", "webhookDelivery"),
    redeliver: post("/api/v1/webhook-deliveries/{webhookDeliveryId}/redeliver", "webhookDelivery"),
  },
  events: {
    list: list("/api/v1/events", "events"),
    get: get("/api/v1/events/{eventId}", "event"),
  },
  emails: {
    list: list("/api/v1/emails", "emails"),
    get: get("/api/v1/emails/{emailId}", "email"),
    resend: post("/api/v1/emails/{emailId}/resend", "email"),
  },
  auditEvents: {
    list: list("/api/v1/audit-events", "auditEvents"),
  },
  apiKeys: {
    create: post("/api/v1/api-keys", "apiKey"),
    list: list("/api/v1/api-keys", "apiKeys"),
    get: get("/api/v1/api-keys/{apiKeyId}", "apiKey"),
    revoke: remove("/api/v1/api-keys/{apiKeyId}", "apiKey"),
    rotate: post("/api/v1/api-keys/{apiKeyId}/rotate", "apiKey"),
  },
  system: {
    get: get("/api/v1/system", "system"),
  },
  ready: get("/ready", null, 503),
  health: get("/health"),
});
