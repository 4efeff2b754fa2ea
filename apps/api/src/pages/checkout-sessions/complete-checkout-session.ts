import type { z } from "zod";
import type { InTransaction } from "../../db/client.ts";
import { billPayer } from "../../invoices/open-invoice.ts";
import { linkInvoice } from "../../invoices/store.ts";
import { bytes32 } from "../../kit/evm-fields.ts";
import { omittable, optionalId, request, requiredId } from "../../kit/fields.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import {
  getUser,
  identifyUser,
  identifyVisitor,
} from "../../operation/access/users/identify-user.ts";
import { write } from "../../operation/define.ts";
import type { SignedPaid } from "../../operation/ports/after-payment.ts";
import type { Links, Parts } from "../../operation/ports/parts.ts";
import {
  checkoutSessionNotFound,
  checkoutSessionNotPending,
  OneCheckoutSession,
  paymentInProgress,
} from "../../schemas/checkout-sessions.ts";
import { NewPayer, userNotFound } from "../../schemas/users.ts";
import { deleteSpendingCaps } from "../../settlements/spending-caps/store.ts";
import { setPayer } from "../../settlements/store.ts";
import { completeSession, endUnpaid } from "./end-session.ts";
import { type CheckoutSessionView, loadCheckoutSession } from "./load-checkout-session.ts";
import { type CheckoutSessionRow, findSessionsOfInvoices } from "./store.ts";

const CheckoutCompletion = request({
  checkoutSessionId: requiredId(),
  userId: optionalId().meta({
    description:
      "Id of the user who subscribes. The session's own user takes precedence, if it has one",
  }),
  user: omittable(NewPayer).meta({
    description:
      "The subscriber, by e-mail address. An existing user is linked unchanged; otherwise a user is created",
    example: { email: "payer@example.com", name: "Pat Payer" },
  }),
  transactionHash: omittable(bytes32()).meta({
    description:
      "Hash of the transaction that paid you, if there is one: 32 bytes in hex. It is stored and returned, not verified",
  }),
});

type Completion = z.output<typeof CheckoutCompletion>;

const payerRequired: RefusalTerms = {
  kind: "invalid",
  code: "payer_required",
  message: "userId or user.email is required.",
  meaning: "The session has no user, and the request names none.",
  remedy: "Send `userId` or `user.email`.",
};

/** The seller was paid outside the checkout page. Repeated or concurrent calls start one subscription. */
export const completeCheckoutSession = write(
  "POST /checkout-sessions/{checkoutSessionId}/complete",
  {
    name: "checkoutSessions.complete",
    summary: "Complete a checkout session",
    description:
      "Use this when the subscriber has paid you directly. The session becomes `PAID` and a subscription starts, with the events `checkout_session.paid` and `subscription.created`. If no user has the e-mail address yet, one is created. Repeating the call returns the same session and starts no second subscription. Refused while a payment on the checkout page is on the chain.",
    refusals: {
      payerRequired,
      checkoutSessionNotFound,
      userNotFound: userNotFound("userId"),
      checkoutSessionNotPending,
      paymentInProgress,
    },
    input: CheckoutCompletion,
    output: OneCheckoutSession,
    run: async (work, input) => {
      const session = await loadCheckoutSession(work, input.checkoutSessionId);
      if (session.status !== "PAID" && !namesPayer(session, input)) {
        throw new Refusal(payerRequired);
      }
      if (session.status === "PENDING") {
        await endUnpaid(work, session, async () => {
          await completeSession(work, session, {
            trigger: "complete",
            transactionHash: input.transactionHash ?? null,
            payer: () => identifyPayer(work, input),
          });
        });
      }
      const checkoutSession = await loadCheckoutSession(work, session.id);
      if (checkoutSession.status !== "PAID") throw new Refusal(checkoutSessionNotPending);
      return { checkoutSession };
    },
  },
);

function namesPayer({ userId }: CheckoutSessionView, input: Completion): boolean {
  return (userId ?? input.userId ?? input.user?.email) !== undefined;
}

async function identifyPayer(
  { tx, tenant, now }: InTransaction & Parts,
  { userId, user }: Completion,
): Promise<string> {
  if (userId !== undefined) return (await getUser({ db: tx, tenant }, userId, "userId")).id;
  if (user?.email === undefined) throw new Refusal(payerRequired);
  const { email, name } = user;
  return (await identifyUser({ tx, tenant, now }, { email, name, role: "PAYER" })).id;
}

/**
 * Applies what follows from signed payments, in the transaction that confirms them. The payer of each is named. A
 * payment at checkout also completes its session: the payer is billed, the session is `PAID`, its subscription starts,
 * and the invoice becomes the subscription's. A session that has expired meanwhile is paid all the same, because the
 * money has moved. A payment that is confirmed again after a reorganization changes nothing.
 */
export async function applyPayments(
  { checkoutUrl, tx, now }: Links & InTransaction,
  paid: readonly SignedPaid[],
): Promise<void> {
  const sessions = await findSessionsOfInvoices(
    tx,
    paid.map(({ invoice }) => invoice.id),
  );
  for (const one of paid.toSorted(byPayer)) {
    const session = sessions.find(({ invoiceId }) => invoiceId === one.invoice.id);
    if (session === undefined) await nameBilledUser({ tx, now }, one);
    else await completePaid({ checkoutUrl, tx, now }, session, one);
  }
}

/**
 * New users are inserted in the order of their e-mail addresses and wallets. Otherwise two transactions that insert the
 * same two could deadlock.
 */
const byPayer = (one: SignedPaid, other: SignedPaid) => (payerOf(one) < payerOf(other) ? -1 : 1);

const payerOf = ({ invoice, settlement }: SignedPaid) =>
  `${settlement.payerEmail?.toLowerCase()} ${settlement.payerKey} ${invoice.ownerId}`;

/** The user of an invoice that was paid on its page is its payer. */
async function nameBilledUser(
  { tx, now }: InTransaction,
  { invoice, settlement }: SignedPaid,
): Promise<void> {
  if (settlement.payerId !== null || invoice.userId === null) return;
  await setPayer(tx, settlement.id, invoice.userId, now);
}

async function completePaid(
  { checkoutUrl, tx, now }: Links & InTransaction,
  session: CheckoutSessionRow,
  one: SignedPaid,
): Promise<void> {
  const { invoiceId, subscriptionId } = session;
  const userId = await billedUser({ tx, now, checkoutUrl }, session, one);
  const payer = () => Promise.resolve(userId);
  const how = { trigger: "pay", transactionHash: one.transactionHash, payer } as const;
  if (!(await completeSession({ checkoutUrl, tx, now }, session, how))) return;
  await deleteSpendingCaps(tx, session.id, one.settlement.payerKey);
  await linkInvoice(tx, invoiceId, subscriptionId);
}

/** The user whom the invoice bills. A payer who entered an e-mail address on the page is identified and billed now. */
async function billedUser(
  { tx, now, checkoutUrl }: Links & InTransaction,
  { userId, ownerId }: CheckoutSessionRow,
  { invoice, settlement }: SignedPaid,
): Promise<string> {
  const { id, payerId, payerEmail, payerName, payerKey } = settlement;
  const billed = payerId ?? userId ?? (await identified());
  if (payerId !== null) return invoice.userId ?? billed;
  await billPayer({ tx, now, checkoutUrl }, invoice, billed);
  await setPayer(tx, id, billed, now);
  return billed;

  async function identified(): Promise<string> {
    if (payerEmail === null) throw new Error(`Settlement ${id} does not name its payer.`);
    const typed = { email: payerEmail, name: payerName ?? undefined };
    return identifyVisitor({ tx, now }, typed, { sellerId: ownerId, wallet: payerKey });
  }
}
