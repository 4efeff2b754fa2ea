import {
  type BindConfig,
  type Client,
  type Connection,
  Query,
  type QueryConfig,
  type Submittable,
} from "pg";

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

/** The prepared statement that sets the settings of one transaction. */
const settingsName = "usance_settings";

/**
 * Makes every statement of a connection run with these settings.
 *
 * None of them is a start-up parameter, because poolers refuse those or drop them silently. A direct connection to
 * Postgres keeps what is set once. A pooler in transaction mode gives each transaction any of its own connections:
 * there, each transaction sets them for itself, in the same round trip as its first statement.
 */
export async function applySettings(client: Client, settings: Settings): Promise<void> {
  // A pooler answers under a process id of its own, so only a direct connection finds the server's.
  const { processID } = client as Client & { readonly processID: number | null };
  const { rows } = await client.query<{ isDirect: boolean }>(
    `SELECT is_direct AS "isDirect", CASE WHEN is_direct THEN concat(${setAll(settings, false)}, ${endlessTransactions}) END
       FROM (SELECT pg_backend_pid() = ${Number(processID)} AS is_direct) AS connection`,
  );
  if (rows[0]?.isDirect === true) return;
  await client.query({ name: settingsName, text: `SELECT concat(${setAll(settings, true)})` });
  carry(client, settings);
}

const setAll = (settings: Settings, isLocal: boolean) =>
  Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`)
    .join(", ");

type Callback = (error: Error | undefined, result: unknown) => void;

/** Has each transaction of a pooled connection set the settings. */
function carry(client: Client, settings: Settings): void {
  const locals = Object.entries(settings)
    .map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
    .join("; ");
  const send = client.query.bind(client) as (query: Submittable) => unknown;
  const query = (
    given: string | QueryConfig | Submittable,
    values?: unknown[],
    callback?: Callback,
  ) => {
    if (typeof given === "object" && "submit" in given) return send(given);
    if (callback !== undefined) {
      send(new QueryWithSettings(client, locals, given, values, callback));
      return;
    }
    return new Promise((resolve, reject) => {
      const done: Callback = (error, result) => (error ? reject(error) : resolve(result));
      send(new QueryWithSettings(client, locals, given, values, done));
    });
  };
  client.query = query as Client["query"];
}

/** A text of one statement that can run in a transaction. */
const oneStatement = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b[^;]*$/i;

/** The part of pg's Query that its types leave out. */
interface PgQuery extends Submittable {
  text: string;
  requiresPreparation(): boolean;
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

const PgQuery = Query as unknown as new (
  given: string | QueryConfig,
  values: unknown[] | undefined,
  callback: Callback,
) => PgQuery;

/**
 * A statement of a pooled connection. Outside a transaction, the settings are set before it and hold until the Sync
 * message that follows both: Postgres runs everything before a Sync in one transaction.
 *
 * Several statements in one text, and commands such as CREATE INDEX, run without the settings.
 */
class QueryWithSettings extends PgQuery {
  readonly #client: Client;
  readonly #isPlain: boolean;
  /** Whether the next rows belong to the statement that sets the settings. */
  #isSetting = false;

  constructor(
    client: Client,
    locals: string,
    given: string | QueryConfig,
    values: unknown[] | undefined,
    callback: Callback,
  ) {
    super(given, values, callback);
    this.#client = client;
    this.#isPlain = typeof given === "string" && !oneStatement.test(given);
    if (/^BEGIN\b[^;]*$/.test(this.text)) {
      this.text = `${this.text}; ${locals}`;
      this.#isPlain = true;
    }
  }

  override requiresPreparation(): boolean {
    return super.requiresPreparation() || (!this.#isPlain && this.#isAlone());
  }

  override prepare(connection: Connection): void {
    if (this.#isAlone()) {
      const settings: BindConfig = { statement: settingsName };
      connection.bind(settings, true);
      connection.execute(null, true);
      this.#isSetting = true;
    }
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (!this.#isSetting) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isSetting) this.#isSetting = false;
    else super.handleCommandComplete(message, connection);
  }

  #isAlone(): boolean {
    return this.#client.getTransactionStatus() === "I";
  }
}
