import { inTransaction, type Queryable } from "../../db/client.ts";
import type { ApiKey } from "../../db/generated/client.ts";
import { withSecretFiles } from "../../kit/config/config.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { noteWrites } from "../../operation/access/audit/note-write.ts";
import { changeKeysAlone } from "../../operation/access/auth/key-lives.ts";
import type { Maker } from "../../operation/access/auth/maker.ts";
import { getUserByEmail } from "../../operation/access/users/identify-user.ts";
import { listEveryApiKey, makeApiKey } from "../../operation/keys/api-keys/api-keys.ts";
import { revokeKeys } from "../../operation/keys/api-keys/end-api-key.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { NewApiKey, ApiKey as PublicKey } from "../../schemas/api-keys.ts";
import { CommandError, WrongUse } from "../command-error.ts";
import type { Answer, Surroundings } from "../command-line.ts";
import { withDatabase } from "./with-database.ts";

type Store = Pick<Parts, "db" | "clock">;

interface KeyWords {
  /** Id or e-mail of a seller; undefined for a key of the platform. */
  readonly user?: string | undefined;
  readonly name: string;
  readonly scopes?: readonly string[] | undefined;
  readonly expires?: string | undefined;
}

/** Creates an API key. The lines contain only its secret, so that a script can read it. */
export function createKey(
  surroundings: Surroundings,
  { user, name, scopes, expires }: KeyWords,
): Promise<Answer> {
  return onKeys(surroundings, async (store) => {
    const userId = user === undefined ? undefined : await sellerOf(store, user);
    const input = NewApiKey.safeParse({ name, userId, scopes, expiresAt: expires });
    if (!input.success) {
      throw new WrongUse(input.error.issues.map(({ message }) => message).join("\n"));
    }
    const { key: made } = await byOperator(store, "apiKeys.create", async (tx) => {
      const now = store.clock.now();
      return { key: await makeApiKey({ tx, tenant: everyone, now }, operator, input.data) };
    });
    return {
      lines: [made.secret],
      notes: [describe(made), "The key is shown only once:"],
      json: { apiKey: { ...PublicKey.parse(made), secret: made.secret } },
    };
  });
}

/** Lists every key, newest first. */
export function listKeys(surroundings: Surroundings): Promise<Answer> {
  return onKeys(surroundings, async ({ db }) => {
    const keys = await listEveryApiKey({ db });
    return {
      lines: keys.map(describe),
      notes: keys.length === 0 ? ["There are no keys."] : [],
      json: { apiKeys: keys.map((key) => PublicKey.parse(key)) },
    };
  });
}

/** Revokes a key, and the keys and wallet grants that were created with it, unless they are to stay. */
export function revokeKey(
  surroundings: Surroundings,
  apiKeyId: string,
  { descendants = true }: { readonly descendants?: boolean | undefined },
): Promise<Answer> {
  return onKeys(surroundings, async (store) => {
    const { key, others } = await byOperator(store, "apiKeys.revoke", async (tx) => {
      const { clock } = store;
      const input = { apiKeyId, descendants };
      const revoked = await revokeKeys({ tx, tenant: everyone, clock }, operator, input);
      return { key: revoked.key, others: revoked.descendants };
    });
    const ids = others.map(({ id }) => id);
    return {
      lines: [describe(key), ...ids.map((id) => `${id}  revoked with it`)],
      json: { apiKey: PublicKey.parse(key), descendants: ids },
    };
  });
}

function onKeys(
  { environment, clock }: Surroundings,
  run: (store: Store) => Promise<Answer>,
): Promise<Answer> {
  return withDatabase({ environment: withSecretFiles(environment), clock }, run);
}

/** The operator has access to the database and may do everything, without an API key. */
const operator: Maker = { id: null, sessionId: null, scopes: ["*"], expiresAt: null };

interface Written {
  readonly key: ApiKey;
  readonly others?: readonly Pick<ApiKey, "id" | "userId">[];
}

/** Runs a write in one transaction with its audit rows, like the writes of API callers. */
async function byOperator<Done extends Written>(
  { db, clock }: Store,
  operation: string,
  work: (tx: Queryable) => Promise<Done>,
): Promise<Done> {
  try {
    return await inTransaction(db, async (tx) => {
      await changeKeysAlone(tx);
      const done = await work(tx);
      const by = { apiKeyId: "usance keys", tenant: everyone, requestId: newId() };
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
