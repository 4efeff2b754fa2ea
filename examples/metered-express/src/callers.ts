import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/** Who has a key of this API. */
export interface Caller {
  readonly keyHash: string;
  /** The last checkout that it was sent to. */
  readonly checkoutSessionId: string | null;
  /** Where it can subscribe; null when it has to be sent to another checkout. */
  readonly checkoutUrl: string | null;
  /** Its ACTIVE subscription. */
  readonly subscriptionId: string | null;
  readonly userId: string | null;
}

interface Subscribed {
  readonly id: string;
  readonly userId: string;
}

export type Callers = ReturnType<typeof callersIn>;

/** Keys, and the subscriptions that they are billed to. Of a key only its hash is kept. */
export function callersIn(database: DatabaseSync) {
  const insert = database.prepare("INSERT INTO callers (key_hash) VALUES (?)");
  const select = database.prepare(
    `SELECT key_hash AS keyHash, checkout_session_id AS checkoutSessionId,
            checkout_url AS checkoutUrl, subscription_id AS subscriptionId, user_id AS userId
       FROM callers WHERE key_hash = ?`,
  );
  const sent = database.prepare(
    "UPDATE callers SET checkout_session_id = ?, checkout_url = ? WHERE key_hash = ?",
  );
  const on = database.prepare(
    "UPDATE callers SET subscription_id = ?, user_id = ? WHERE checkout_session_id = ?",
  );
  const off = database.prepare(
    `UPDATE callers SET subscription_id = NULL, user_id = NULL, checkout_url = NULL
      WHERE subscription_id = ?`,
  );
  return {
    /** @returns the key, which is shown this once */
    add(): string {
      const key = `daylight_${randomBytes(24).toString("base64url")}`;
      insert.run(hashOf(key));
      return key;
    },

    find: (key: string) => (select.get(hashOf(key)) as Caller | undefined) ?? null,

    sentToCheckout({ keyHash }: Caller, session: { readonly id: string; readonly url: string }) {
      sent.run(session.id, session.url, keyHash);
    },

    /** Whoever was sent to this checkout has subscribed. */
    switchOn(checkoutSessionId: string, { id, userId }: Subscribed) {
      on.run(id, userId, checkoutSessionId);
    },

    switchOff(subscriptionId: string) {
      off.run(subscriptionId);
    },
  };
}

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
