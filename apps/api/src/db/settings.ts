import type { Client, QueryConfig, QueryResult } from "pg";

/** Postgres settings by their names. */
export type Settings = Readonly<Record<string, string>>;

/**
 * Settings that change how values are written or what statements mean. The database, the role and the server can have
 * other values, so every connection sets these. Messages are in the server's language (lc_messages), which only a superuser may
 * set: errors are told apart by their codes.
 */
export const fixedSettings = {
  TimeZone: "UTC", // Prisma's adapter writes and reads times without an offset
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  extra_float_digits: "1",
  bytea_output: "hex",
  standard_conforming_strings: "on",
  array_nulls: "on",
  transform_null_equals: "off",
  search_path: "public", // Prisma names this schema in its statements
  default_transaction_isolation: "read committed", // stores lock the rows that must not change
  // The service limits its waits itself. Shorter limits of a role would end migrations, exports and waits for a turn.
  lock_timeout: "0",
  idle_session_timeout: "0",
  idle_in_transaction_session_timeout: "0",
} as const satisfies Settings;

/** Lets transactions take their time. Postgres 17 is the first that knows this setting. */
const endlessTransactions =
  "(SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout')";

/**
 * Makes every statement of a connection run with these settings.
 *
 * None of them is a start-up parameter, because poolers refuse those or drop them silently. A direct connection to
 * Postgres keeps what is set once. A pooler in transaction mode gives each transaction any of its own connections:
 * there, each transaction sets them for itself, in the same round trip as its first statement.
 *
 * @param processId the server process that the connection was told at its start
 */
export async function applySettings(
  client: Client,
  settings: Settings,
  processId: number,
): Promise<void> {
  const setAll = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  );
  // A pooler answers under a process id of its own, so only a direct connection finds the server's.
  const { rows } = await client.query<{ isDirect: boolean }>(
    `SELECT is_direct AS "isDirect", CASE WHEN is_direct THEN concat(${setAll.join(", ")}, ${endlessTransactions}) END
       FROM (SELECT pg_backend_pid() = ${processId} AS is_direct) AS connection`,
  );
  if (rows[0]?.isDirect !== true) setInEachTransaction(client, settings);
}

/** A text of one statement that can run in a transaction. */
const oneStatement = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b[^;]*$/i;

/**
 * Has each transaction of a connection set the settings. A statement outside a transaction gets one of its own. Several
 * statements in one text, and commands such as CREATE INDEX, run without the settings.
 */
function setInEachTransaction(client: Client, settings: Settings): void {
  const locals = Object.entries(settings)
    .map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
    .join("; ");
  let isInTransaction = false;
  sendThrough(client, (send, given, values) => {
    const text = typeof given === "string" ? given : given.text;
    if (/^BEGIN\b[^;]*$/.test(text)) {
      isInTransaction = true;
      const begin = `${text}; ${locals}`;
      return send(typeof given === "string" ? begin : { ...given, text: begin }, values);
    }
    if (/^(COMMIT|ROLLBACK)$/.test(text)) isInTransaction = false;
    else if (!isInTransaction && (typeof given === "object" || oneStatement.test(text))) {
      const sent = [send(`BEGIN; ${locals}`), send(given, values), send("COMMIT")] as const;
      return Promise.all(sent).then(([, result]) => result);
    }
    return send(given, values);
  });
}

/** A statement as the pool and Prisma's adapter hand it to a connection. */
type Given = string | QueryConfig;

type Send = (given: Given, values?: unknown[]) => Promise<QueryResult>;

/** Has a function send the statements of a connection, for callers with a callback and for those without. */
export function sendThrough(
  client: Client,
  through: (send: Send, ...statement: Parameters<Send>) => Promise<QueryResult>,
): void {
  const send: Send = client.query.bind(client);
  const query = (
    given: Given,
    values?: unknown[],
    callback?: (error: Error | undefined, result?: QueryResult) => void,
  ) => {
    const answer = through(send, given, values);
    if (callback === undefined) return answer;
    answer.then((result) => callback(undefined, result), callback);
    return undefined;
  };
  client.query = query as Client["query"];
}
