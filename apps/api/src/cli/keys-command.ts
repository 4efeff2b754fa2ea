import { noteWrites } from "../access/audit/note-write.ts";
import { changeKeysAlone } from "../access/auth/key-locks.ts";
import { getUserByEmail } from "../access/users/identify-user.ts";
import { NewApiKey } from "../contract/api-keys.ts";
import { inTransaction, type Queryable } from "../db/client.ts";
import type { ApiKey } from "../db/generated/client.ts";
import { makeApiKey } from "../keys/api-keys/create-api-key.ts";
import { listEveryApiKey } from "../keys/api-keys/list-api-keys.ts";
import { revokeKeys } from "../keys/api-keys/revoke-api-key.ts";
import { newId } from "../lib/ids.ts";
import { Refusal } from "../lib/refusal.ts";
import { everyone } from "../lib/tenant.ts";
import type { Parts } from "../ports/parts.ts";
import { CommandError } from "./command-error.ts";
import { readWords } from "./read-words.ts";

const usage = `Usage:
  pnpm keys create --admin | --user <id or e-mail of a seller>
                   [--name <name>] [--scopes <a,b>] [--expires <ISO 8601>]
  pnpm keys list
  pnpm keys revoke <id> [--descendants]`;

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
  const { descendants = false, ...others } = options;
  const isPlain = Object.keys(others).length === 0;
  if (verb === "list" && operand === undefined && isPlain && !descendants) return list;
  if (verb === "revoke" && operand !== undefined && isPlain) return revoke(operand, descendants);
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
  descendants: { type: "boolean" },
} as const;

function create(options: ReturnType<typeof parse>["options"]): Command {
  const { admin = false, user, name = "pnpm keys", scopes, expires, descendants } = options;
  if (admin === (user !== undefined) || descendants) throw new CommandError(usage);
  return async (store) => {
    const input = NewApiKey.safeParse({
      name,
      userId: user === undefined ? undefined : await sellerOf(store, user),
      scopes: scopes?.split(","),
      expiresAt: expires,
    });
    if (!input.success) throw new CommandError(input.error.issues[0]?.message ?? usage);
    const { key: made } = await byOperator(store, "apiKeys.create", async (tx) => {
      const now = store.clock.now();
      return { key: await makeApiKey({ tx, tenant: everyone, now }, operator, input.data) };
    });
    return { lines: [made.secret], notes: [describe(made), "The key is shown this once:"] };
  };
}

const list: Command = async ({ db }) => {
  const keys = await listEveryApiKey({ db });
  return { lines: keys.map(describe), notes: keys.length === 0 ? ["There are no keys."] : [] };
};

function revoke(apiKeyId: string, descendants: boolean): Command {
  return async (store) => {
    const { key, others } = await byOperator(store, "apiKeys.revoke", async (tx) => {
      const { clock } = store;
      const revoked = await revokeKeys({ tx, tenant: everyone, clock }, operator, {
        apiKeyId,
        descendants,
      });
      return { key: revoked.key, others: revoked.descendants };
    });
    const ids = others.map(({ id }) => `${id}  revoked with it`);
    return { lines: [describe(key), ...ids], notes: [] };
  };
}

/** Whoever has the database may do all, and has no key of its own. */
const operator = { id: null, scopes: ["*"], expiresAt: null };

interface Written {
  readonly key: ApiKey;
  readonly others?: readonly Pick<ApiKey, "id" | "userId">[];
}

/** One transaction with its audit rows, as every write of a caller is. */
async function byOperator<Done extends Written>(
  { db, clock }: Store,
  operation: string,
  work: (tx: Queryable) => Promise<Done>,
): Promise<Done> {
  try {
    return await inTransaction(db, async (tx) => {
      await changeKeysAlone(tx);
      const done = await work(tx);
      const by = { apiKeyId: "pnpm keys", tenant: everyone, requestId: newId() };
      await noteWrites({ tx, now: clock.now() }, { ...by, operation }, [
        done.key,
        ...(done.others ?? []),
      ]);
      return done;
    });
  } catch (error) {
    throw error instanceof Refusal ? new CommandError(error.message) : error;
  }
}

async function sellerOf({ db }: Store, user: string): Promise<string> {
  if (!user.includes("@")) return user;
  const found = await getUserByEmail({ db }, user);
  if (found === null) throw new CommandError(`There is no user with the e-mail ${user}.`);
  return found.id;
}

/** `k3v9…  usance_Kx7Q…01I5  Metering  seller t21n…  usage-events:write  expires 2027-…` */
function describe(key: ApiKey): string {
  const { id, start, lastFour, name, userId, scopes, createdBy, expiresAt, revokedAt } = key;
  return [
    id,
    `${start}…${lastFour}`,
    name,
    userId === null ? "platform" : `seller ${userId}`,
    scopes.join(","),
    ...(createdBy === null ? [] : [`made by ${createdBy}`]),
    ...(expiresAt === null ? [] : [`expires ${expiresAt.toISOString()}`]),
    ...(revokedAt === null ? [] : [`revoked ${revokedAt.toISOString()}`]),
  ].join("  ");
}
