import type { Queryable } from "../../db/client.ts";
import { setPayer } from "./store.ts";

/** Says who has paid at checkout, in the transaction that confirms it: from now on callers are shown it. */
export function namePayer(tx: Queryable, id: string, userId: string, now: Date): Promise<void> {
  return setPayer(tx, id, userId, now);
}
