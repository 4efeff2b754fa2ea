import { domainToASCII } from "node:url";
import { inTransaction, type Queryable } from "../../db/client.ts";
import { type Email, Prisma } from "../../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../db/list-page.ts";
import { countChanged, runStatement } from "../../db/statements.ts";
import type { Page } from "../../kit/lists.ts";
import { ownedBy, type Tenant } from "../../kit/tenant.ts";
import type { EmailAttempt } from "../../schemas/emails.ts";
import type { EmailState } from "../../schemas/states.ts";

const { sql } = Prisma;

export function findEmail(db: Queryable, id: string, tenant: Tenant): Promise<Email | null> {
  return db.email.findUnique({ where: { id, ...ownedBy(tenant) } });
}

const list = {
  table: sql`emails`,
  owner: { column: sql`owner_id` },
  filters: {
    invoiceId: idIn(sql`invoices`, sql`invoice_id`),
    userId: { column: sql`user_id` },
  },
};

export function findEmails(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<Email>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.email.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

/** Finds the invoice of an e-mail, with its newest failed collection. */
export function findSubject(db: Queryable, invoiceId: string): Promise<Subject> {
  return db.invoice.findUniqueOrThrow({ where: { id: invoiceId }, include: parts });
}

/** Finds the service of an e-mail about an event, with what the event says. @returns null when it is no longer kept */
export async function findTold(
  db: Queryable,
  { serviceId, eventId }: { readonly serviceId: string; readonly eventId: string },
): Promise<{ readonly service: Subject["service"]; readonly data: Prisma.JsonValue } | null> {
  const event = await db.webhookEvent.findUnique({ where: { id: eventId } });
  const include = { owner: true };
  const service = await db.service.findUniqueOrThrow({ where: { id: serviceId }, include });
  return event && { service, data: event.data };
}

const untold = {
  name: "find_untold_crossings",
  text: `
  SELECT id, once
    FROM (SELECT id, once, created_at, row_number() OVER (PARTITION BY owner_id ORDER BY created_at, id) AS place
            FROM (SELECT id, owner_id, created_at,
                         concat_ws(' ', data->'alert'->>'id', data->'crossing'->>'level', data->'crossing'->>'subscriptionId',
                                   data->'crossing'->>'balanceId', data->'crossing'->>'periodStart',
                                   (created_at AT TIME ZONE 'UTC')::date) AS once
                    FROM webhook_events
                   WHERE type = 'alert.crossed' AND created_at >= $1::timestamptz AND service_id IS NOT NULL
                     AND data->'alert'->>'tellsSubscriber' = 'true') event
           WHERE NOT EXISTS (SELECT FROM emails WHERE once_key = 'alert.crossed ' || once)) untold
   ORDER BY place, created_at, id LIMIT $2::int`,
};

/** An event to tell. */
interface Untold {
  readonly id: string;
  /** Why it is told once: it is about this level of this value on this day. */
  readonly once: string;
}

/**
 * Finds the events of alerts since a time that the subscriber is told of, and has no e-mail about; oldest first, and one of
 * each seller at a time: a seller with many does not delay the others.
 */
export async function findUntoldCrossings(
  db: Queryable,
  since: Date,
  max: number,
): Promise<Untold[]> {
  return runStatement<Untold>(db, untold, [since, max]);
}

const parts = {
  service: { include: { owner: true } },
  paymentPlan: true,
  user: true,
  lines: { orderBy: { position: "asc" }, take: 20 },
  _count: { select: { lines: true } },
  settlements: {
    where: { collect: "allowance", failure: { not: null } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 1,
  },
} as const satisfies Prisma.InvoiceInclude;

export type Subject = Prisma.InvoiceGetPayload<{ include: typeof parts }>;

/** An e-mail that a process has claimed. */
export interface ClaimedEmail
  extends Pick<
    Email,
    | "id"
    | "kind"
    | "ownerId"
    | "serviceId"
    | "invoiceId"
    | "eventId"
    | "creditNoteId"
    | "disputeId"
    | "recipient"
    | "tries"
    | "createdAt"
  > {
  readonly leasedUntil: Date;
}

/**
 * Sellers with pending e-mails are found by skips over the index, and of each only a few e-mails are claimed at a time.
 * So a seller with many e-mails does not delay the others.
 */
const claim = {
  text: `
  WITH RECURSIVE waiting AS (
    (SELECT owner_id FROM emails WHERE status = 'PENDING' ORDER BY owner_id LIMIT 1)
    UNION ALL
    SELECT (SELECT owner_id FROM emails
             WHERE status = 'PENDING' AND owner_id > waiting.owner_id ORDER BY owner_id LIMIT 1)
      FROM waiting WHERE waiting.owner_id IS NOT NULL),
  candidate AS (
    SELECT due.id
      FROM waiting
     CROSS JOIN LATERAL (
       SELECT id, next_attempt_at FROM emails
        WHERE owner_id = waiting.owner_id AND status = 'PENDING' AND next_attempt_at <= $1::timestamptz
          AND (leased_until IS NULL OR leased_until <= $1) AND handed_at IS NULL
        ORDER BY next_attempt_at LIMIT $3::int) due
     ORDER BY due.next_attempt_at LIMIT $4::int),
  mine AS MATERIALIZED (
    SELECT id FROM emails
     WHERE id = ANY (ARRAY(SELECT id FROM candidate)) AND status = 'PENDING' AND next_attempt_at <= $1
       AND (leased_until IS NULL OR leased_until <= $1) AND handed_at IS NULL
       FOR UPDATE SKIP LOCKED)
  UPDATE emails SET leased_until = $2::timestamptz
   WHERE id = ANY (ARRAY(SELECT id FROM mine))
  RETURNING id, kind, owner_id AS "ownerId", service_id AS "serviceId", invoice_id AS "invoiceId", event_id AS "eventId",
            credit_note_id AS "creditNoteId", dispute_id AS "disputeId", recipient, tries,
            created_at AS "createdAt", leased_until AS "leasedUntil"`,
};

/** Claims due e-mails, oldest first. No other process can claim them until the lease ends. */
export function claimEmails(
  db: Queryable,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
  { each, all }: { readonly each: number; readonly all: number },
): Promise<ClaimedEmail[]> {
  return runStatement(db, claim, [now, leaseUntil, each, all]);
}

/** Ends e-mails whose process has died after it began to give their content to the mail server: they may have arrived. */
export async function endLost(db: Queryable, reason: string, now: Date): Promise<void> {
  await db.$executeRaw`
    WITH lost AS MATERIALIZED (
      SELECT id FROM emails
       WHERE status = 'PENDING' AND handed_at IS NOT NULL AND leased_until <= ${now}
         FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE emails SET status = 'UNCERTAIN', next_attempt_at = NULL, leased_until = NULL, reason = ${reason},
           updated_at = ${now}
     WHERE id = ANY (ARRAY(SELECT id FROM lost))`;
}

/** How many e-mails are attempted since a time, for one recipient and for one seller. */
export interface AttemptLimits {
  readonly perRecipient: number;
  readonly perSeller: number;
  readonly since: Date;
}

/**
 * Begins an attempt, if neither the recipient nor the seller has reached its limit. Attempts for one recipient, and those
 * of one seller, begin one at a time, so that concurrent processes count each other's.
 *
 * @returns which limit is reached, and null when none is. `freed` is the attempt that makes room for another one of the
 *   seller when it is no longer counted
 */
export function beginAttempt(
  { db, now }: { readonly db: Queryable; readonly now: Date },
  { id, recipient, ownerId }: ClaimedEmail,
  { perRecipient, perSeller, since }: AttemptLimits,
): Promise<{ readonly of: "recipient" } | { readonly of: "seller"; readonly freed: Date } | null> {
  const recipientKey = mailboxKey(recipient);
  return inTransaction(db, async (tx) => {
    for (const line of [`e-mails ${recipientKey}`, `e-mails of ${ownerId}`]) {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${line}, 0))`;
    }
    // The oldest of the newest attempts that reach the limit.
    const counted = { attemptedAt: { gt: since }, id: { not: id } };
    const order = { orderBy: { attemptedAt: "desc" }, select: { attemptedAt: true } } as const;
    const ofRecipient = { where: { recipientKey, ...counted }, skip: perRecipient - 1, ...order };
    if ((await tx.email.findFirst(ofRecipient)) !== null) return { of: "recipient" };
    const ofSeller = { where: { ownerId, ...counted }, skip: perSeller - 1, ...order };
    const freed = (await tx.email.findFirst(ofSeller))?.attemptedAt;
    if (freed) return { of: "seller", freed };
    const data = { attemptedAt: now, recipientKey };
    await tx.email.update({ where: { id }, data, select: { id: true } });
    return null;
  });
}

const handOver = {
  name: "hand_over_email",
  text: `
  UPDATE emails SET handed_at = $3::timestamptz
   WHERE id = $1 AND leased_until = $2::timestamptz AND leased_until > $3 AND status = 'PENDING'`,
};

/**
 * Notes that an e-mail's content goes to the mail server now.
 *
 * @returns false when another process may have claimed it
 */
export async function noteHandOver(
  db: Queryable,
  { id, leasedUntil }: ClaimedEmail,
  now: Date,
): Promise<boolean> {
  return (await countChanged(db, handOver, [id, leasedUntil, now])) === 1;
}

/** The result of an attempt. */
export interface EmailOutcome {
  readonly status: EmailState;
  /** null: nothing was attempted. */
  readonly attempt: EmailAttempt | null;
  readonly nextAttemptAt: Date | null;
  readonly reason: string | null;
}

const note = {
  name: "note_email_outcome",
  text: `
  UPDATE emails
     SET status = $3::email_status, next_attempt_at = $4::timestamptz, reason = $5,
         tries = CASE WHEN $6::jsonb IS NULL THEN tries ELSE tries + 1 END,
         attempts = CASE WHEN $6 IS NULL THEN attempts ELSE attempts || jsonb_build_array($6) END,
         handed_at = CASE WHEN $3 = 'PENDING' THEN NULL ELSE handed_at END,
         leased_until = NULL, updated_at = $7::timestamptz
   WHERE id = $1 AND leased_until = $2::timestamptz AND status = 'PENDING'`,
};

/** Stores the result of an attempt, unless another process has claimed the e-mail since. */
export async function noteOutcome(
  { db, now }: { readonly db: Queryable; readonly now: Date },
  { id, leasedUntil }: ClaimedEmail,
  { status, attempt, nextAttemptAt, reason }: EmailOutcome,
): Promise<void> {
  const json = attempt && JSON.stringify(attempt);
  await countChanged(db, note, [id, leasedUntil, status, nextAttemptAt, reason, json, now]);
}

/** The domains of a provider that share mailboxes, and the characters that it ignores in local parts. */
interface Provider {
  readonly domains: readonly [string, ...string[]];
  readonly same?: readonly [characters: RegExp, as: string];
}

const providers: readonly Provider[] = [
  { domains: ["gmail.com", "googlemail.com"], same: [/\./g, ""] },
  { domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"], same: [/[._-]/g, ""] },
  { domains: ["icloud.com", "me.com", "mac.com"] },
  {
    domains: ["yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua"],
    same: [/\./g, "-"],
  },
];
const providerOf = new Map(
  providers.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);
/** `anything@pat.fastmail.com` leads to `pat@fastmail.com`. */
const fastmail = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * Returns the mailbox of an address, by which the e-mails of a recipient are counted: in lower case, without a plus suffix,
 * and in the one form of its domain and provider. Two addresses that a provider tells apart may share a mailbox here.
 */
export function mailboxKey(address: string): string {
  const text = address.normalize("NFKC").trim().toLowerCase();
  const at = text.lastIndexOf("@");
  const named = text.slice(at + 1).replace(/\.$/, "");
  const domain = domainToASCII(named) || named;
  const [, quoted] = /^"(.*)"$/s.exec(text.slice(0, at)) ?? [];
  const unquoted = quoted?.replace(/\\(.)/gs, "$1") ?? text.slice(0, at);
  const [local = ""] = unquoted.replace(/^\++/, "").split("+");
  const [, user = local, host = domain] = fastmail.exec(domain) ?? [];
  const provider = providerOf.get(host);
  const mailbox = provider?.same === undefined ? user : user.replace(...provider.same);
  return `${mailbox}@${provider?.domains[0] ?? host}`;
}
