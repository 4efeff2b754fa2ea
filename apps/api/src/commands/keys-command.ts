import { createApiKey } from "../api-keys/create-api-key.ts";
import { listEveryApiKey } from "../api-keys/list-api-keys.ts";
import { revokeApiKey } from "../api-keys/revoke-api-key.ts";
import { NewApiKey } from "../api-keys/schema.ts";
import { noteWrite } from "../audit-events/note-write.ts";
import { inTransaction, type Queryable } from "../db/client.ts";
import type { ApiKey } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import { newId } from "../shared/ids.ts";
import { Refusal } from "../shared/refusal.ts";
import { everyone } from "../shared/tenant.ts";
import { getUserByEmail } from "../users/identify-user.ts";
import { CommandError } from "./command-error.ts";
import { readWords } from "./read-words.ts";

const usage = `Usage:
  pnpm keys create --admin | --user <id or e-mail of a seller>
                   [--name <name>] [--scopes <a,b>] [--expires <ISO 8601>]
  pnpm keys list
  pnpm keys revoke <id>`;

type Store = Pick<Parts, "db" | "clock">;

interface Outcome {
  /** For standard output: of a new key its secret alone, so that a script can take it. */
  readonly lines: readonly string[];
  /** For whoever looks on. */
  readonly notes: readonly string[];
}

type Command = (store: Store) => Promise<Outcome>;

/** Reads the words after `pnpm keys`. @throws CommandError with the usage when they make no command */
export function keysCommand(words: readonly string[]): Command {
  const { verb, operand, options } = parse(words);
  if (verb === "create" && operand === undefined) return create(options);
  const anyOption = Object.keys(options).length > 0;
  if (verb === "list" && operand === undefined && !anyOption) return list;
  if (verb === "revoke" && operand !== undefined && !anyOption) return revoke(operand);
  throw new CommandError(usage);
}

function parse(words: readonly string[]) {
  const { positionals, values } = readWords(words, options, usage);
  const [verb, operand, ...more] = positionals;
  if (more.length > 0) throw new CommandError(usage);
  return { verb, operand, options: values };
}

const options = {
  admin: { type: "boolean" },
  user: { type: "string" },
  name: { type: "string" },
  scopes: { type: "string" },
  expires: { type: "string" },
} as const;

function create(options: ReturnType<typeof parse>["options"]): Command {
  const { admin = false, user, name = "pnpm keys", scopes, expires } = options;
  if (admin === (user !== undefined)) throw new CommandError(usage);
  return async (store) => {
    const input = NewApiKey.safeParse({
      name,
      userId: user === undefined ? undefined : await sellerOf(store, user),
      scopes: scopes?.split(","),
      expiresAt: expires,
    });
    if (!input.success) throw new CommandError(input.error.issues[0]?.message ?? usage);
    const maker = { scopes: ["*"], expiresAt: null };
    const made = await byOperator(store, "apiKeys.create", (db) =>
      createApiKey({ ...store, db, tenant: everyone }, maker, input.data),
    );
    return { lines: [made.secret], notes: [describe(made), "The key is shown this once:"] };
  };
}

const list: Command = async ({ db }) => {
  const keys = await listEveryApiKey(db);
  return { lines: keys.map(describe), notes: keys.length === 0 ? ["There are no keys."] : [] };
};

function revoke(id: string): Command {
  return async (store) => {
    const revoked = await byOperator(store, "apiKeys.revoke", (db) =>
      revokeApiKey({ ...store, db, tenant: everyone }, id),
    );
    return { lines: [describe(revoked)], notes: [] };
  };
}

/** One transaction with its audit row, as every write of a caller is. */
async function byOperator<Key extends ApiKey>(
  { db, clock }: Store,
  operation: string,
  work: (db: Queryable) => Promise<Key>,
): Promise<Key> {
  try {
    return await inTransaction(db, async (tx) => {
      const key = await work(tx);
      const by = { apiKeyId: "pnpm keys", tenant: everyone, requestId: newId() };
      await noteWrite(tx, { ...by, operation, at: clock.now() }, key);
      return key;
    });
  } catch (error) {
    throw error instanceof Refusal ? new CommandError(error.message) : error;
  }
}

async function sellerOf({ db }: Store, user: string): Promise<string> {
  if (!user.includes("@")) return user;
  const found = await getUserByEmail(db, user);
  if (found === null) throw new CommandError(`There is no user with the e-mail ${user}.`);
  return found.id;
}

/** `k3v9…  usance_Kx7Q…01I5  Metering  seller t21n…  usage-events:write  expires 2027-…` */
function describe(key: ApiKey): string {
  const { id, start, lastFour, name, userId, scopes, expiresAt, revokedAt } = key;
  return [
    id,
    `${start}…${lastFour}`,
    name,
    userId === null ? "platform" : `seller ${userId}`,
    scopes.join(","),
    ...(expiresAt === null ? [] : [`expires ${expiresAt.toISOString()}`]),
    ...(revokedAt === null ? [] : [`revoked ${revokedAt.toISOString()}`]),
  ].join("  ");
}
