import type { InTransaction, Queryable } from "../db/client.ts";
import { Prisma, type Settlement, type X402Payment } from "../db/generated/client.ts";
import { type ListQuery, newestFirst, readPage } from "../db/list-page.ts";
import type { Page } from "../kit/lists.ts";
import { ownedBy, type Tenant } from "../kit/tenant.ts";
import { factsOf } from "../schemas/settlement-states.ts";

const { sql } = Prisma;

/** What names an authorization: the token takes each once. Addresses and nonce are in lower case. */
export type Authorization = Pick<X402Payment, "chainId" | "token" | "payer" | "nonce">;

/** Finds the payment with an authorization, of any seller. */
export function findByAuthorization(
  db: Queryable,
  { nonce, payer, token, chainId }: Authorization,
): Promise<X402Payment | null> {
  const of = { nonce, payer, token, chainId };
  return db.x402Payment.findUnique({ where: { nonce_payer_token_chainId: of } });
}

type Named = Pick<X402Payment, "ownerId" | "payer" | "paymentIdentifier">;

/** Finds the payment of a wallet that has an identifier. */
export function findByIdentifier(
  db: Queryable,
  { ownerId, payer, paymentIdentifier }: Named,
): Promise<X402Payment | null> {
  return db.x402Payment.findFirst({ where: { ownerId, payer, paymentIdentifier } });
}

export async function freeIdentifier(
  tx: Queryable,
  { ownerId, payer, paymentIdentifier }: Named,
): Promise<void> {
  const where = { ownerId, payer, paymentIdentifier };
  await tx.x402Payment.updateMany({ where, data: { paymentIdentifier: null } });
}

export function insertPayment(
  tx: Queryable,
  data: Prisma.X402PaymentUncheckedCreateInput,
): Promise<X402Payment> {
  return tx.x402Payment.create({ data });
}

export function findPaymentsOfInvoices(
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<X402Payment[]> {
  return db.x402Payment.findMany({ where: { invoiceId: { in: [...invoiceIds] } } });
}

export async function setUsageEvent(
  tx: Queryable,
  id: string,
  usageEventId: string,
): Promise<void> {
  await tx.x402Payment.update({ where: { id }, data: { usageEventId } });
}

/** Locks a user, so that one transaction at a time starts a subscription for it. */
export async function lockUser({ tx }: Pick<InTransaction, "tx">, id: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM users WHERE id = ${id} FOR NO KEY UPDATE`;
}

/** How long the call that answers that a payment is paid may take, in seconds: its process may have ended. */
const leaseSeconds = 30;

/** Returns whether a call was answered that a payment is paid. */
export async function isAnswered(db: Queryable, id: string): Promise<boolean> {
  const where = { id, deliveredAt: { not: null } };
  return (await db.x402Payment.count({ where })) === 1;
}

/** Claims the answer that a payment is paid, which one call gives. @returns false when another call has given it, or is about to */
export async function claimAnswer(db: Queryable, id: string, now: Date): Promise<boolean> {
  const claimed = await db.$executeRaw`
    UPDATE x402_payments SET claimed_at = ${now}
     WHERE id = ${id} AND delivered_at IS NULL
       AND (claimed_at IS NULL OR claimed_at < ${now}::timestamptz - ${leaseSeconds} * interval '1 second')`;
  return claimed === 1;
}

/** Notes what became of an answer, unless another call has claimed it since. What was not sent can be claimed again. */
export async function noteAnswer(
  db: Queryable,
  { id, claimedAt }: { readonly id: string; readonly claimedAt: Date },
  deliveredAt: Date | null,
): Promise<void> {
  const where = { id, claimedAt, deliveredAt: null };
  await db.x402Payment.updateMany({ where, data: { deliveredAt, claimedAt: null } });
}

export interface PaymentRow extends X402Payment {
  /** The settlement that is in progress or has paid, or else the newest. */
  readonly settlement: Settlement | undefined;
  /** Whose payment it is; null before it is confirmed. */
  readonly userId: string | null;
  readonly subscriptionId: string | null;
  readonly balanceId: string | null;
}

export async function findPayment(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<PaymentRow | null> {
  const payment = await db.x402Payment.findUnique({ where: { id, ...ownedBy(tenant) } });
  if (payment === null) return null;
  const [row] = await withRecords(db, [payment]);
  return row ?? null;
}

const list = {
  table: sql`x402_payments`,
  owner: { column: sql`owner_id` },
  filters: {
    payerAddress: { column: sql`payer` },
    nonce: { column: sql`nonce` },
  },
};

export function findPayments(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<PaymentRow>> {
  return readPage(db, list, tenant, query, async (tx, ids) =>
    withRecords(
      tx,
      await tx.x402Payment.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
    ),
  );
}

async function withRecords(db: Queryable, payments: readonly X402Payment[]): Promise<PaymentRow[]> {
  const invoiceIds = payments.map(({ invoiceId }) => invoiceId);
  const settlements = await db.settlement.findMany({
    where: { invoiceId: { in: invoiceIds } },
    orderBy: newestFirst,
  });
  const paid = await db.balanceTopUp.findMany({
    where: { invoiceId: { in: invoiceIds } },
    select: {
      invoiceId: true,
      balanceId: true,
      invoice: { select: { userId: true, subscriptionId: true } },
    },
  });
  const byInvoice = Map.groupBy(settlements, ({ invoiceId }) => invoiceId);
  const topUps = new Map(paid.map((one) => [one.invoiceId, one]));
  return payments.map((payment) => {
    const attempts = byInvoice.get(payment.invoiceId) ?? [];
    const isLive = ({ status }: Settlement) => factsOf(status).verdict !== "refused";
    const topUp = topUps.get(payment.invoiceId);
    return {
      ...payment,
      settlement: attempts.find(isLive) ?? attempts[0],
      userId: topUp?.invoice.userId ?? null,
      subscriptionId: topUp?.invoice.subscriptionId ?? null,
      balanceId: topUp?.balanceId ?? null,
    };
  });
}
