import type { RefusalTerms } from "../kit/refusal.ts";

/** The caller's answer while the database is unavailable. A write may have been committed before the connection broke. */
export const databaseUnavailable: RefusalTerms = {
  kind: "unavailable",
  code: "database_unavailable",
  message: "The database is unavailable. Try again later.",
  meaning:
    "The service cannot use its database now. A change may have been made before the connection broke.",
  remedy: "Retry after `Retry-After` seconds, with the same `Idempotency-Key`.",
  retryAfterSeconds: 5,
};

/**
 * Codes of Node (no connection), of Postgres (connection lost, no resources left, shutting down, read-only after a
 * failover) and of Prisma (not reachable, timed out, connection closed, too many connections).
 */
const codes =
  /^(E(CONNREFUSED|CONNRESET|CONNABORTED|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|TIMEDOUT|PIPE|NOTFOUND)|EAI_AGAIN|08\d{3}|53\d{3}|57P\d\d|25006|P10(01|02|08|17)|P2037)$/;

/** Codes of Postgres and Prisma for a statement or a transaction that took longer than it may. */
const lateCodes = /^(57014|P2028)$/;

/** Messages of pg, pg-pool and our connections for errors without a code of their own, from their beginning. */
const messages =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect$|The database does not answer\.$|(The|No) database server )/;

/** Parts of messages of pg and Prisma for errors without a code of their own. */
const notStarted = "Unable to start a transaction in the given time";
const phrases = ["is not queryable", notStarted, "expired transaction"];

/** Kinds of Prisma's driver adapter. */
const kinds = new Set([
  "ConnectionClosed",
  "DatabaseNotReachable",
  "SocketTimeout",
  "TooManyConnections",
]);

/**
 * Whether an error of pg or Prisma says that the database cannot work now: it is down, out of reach, overloaded or
 * read-only. Causes of other libraries' errors are not followed: the chain's node can refuse connections too.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isSaidOf(error, (one) => {
    const { kind, message } = one;
    if (hasCode(one, codes) || hasCode(one, lateCodes)) return true;
    if (typeof kind === "string" && kinds.has(kind)) return true;
    return typeof message === "string" && isMessage(message);
  });
}

/** Whether an error of pg or Prisma says that a statement or a transaction had begun and took longer than it may. */
export function isOutOfTime(error: unknown): boolean {
  return isSaidOf(
    error,
    (one) => hasCode(one, lateCodes) && !String(one.message).includes(notStarted),
  );
}

/** Checks an error, and the errors that it wraps. */
function isSaidOf(error: unknown, isTrue: (error: Described) => boolean): boolean {
  if (typeof error !== "object" || error === null) return false;
  const described = error as Described;
  if (isTrue(described)) return true;
  const { name, cause, meta, errors } = described;
  const parts = (some: readonly unknown[]) => some.some((one) => isSaidOf(one, isTrue));
  if (Array.isArray(errors)) return parts(errors);
  const isPrismas = typeof name === "string" && /^(PrismaClient|DriverAdapterError)/.test(name);
  return isPrismas && parts([cause, meta?.driverAdapterError]);
}

const hasCode = ({ code, originalCode }: Described, ones: RegExp) =>
  [code, originalCode].some((one) => typeof one === "string" && ones.test(one));

const isMessage = (message: string) =>
  messages.test(message) || phrases.some((phrase) => message.includes(phrase));

type Described = Readonly<
  Record<"code" | "originalCode" | "kind" | "message" | "name" | "cause" | "errors", unknown>
> & { readonly meta?: { readonly driverAdapterError?: unknown } };
