import { type InTransaction, inTransaction } from "../../../db/client.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { noteWrite } from "../../../operation/access/audit/note-write.ts";
import { shareCredentials, stillWorks } from "../../../operation/access/auth/check-again.ts";
import { portalLinkNotFound } from "../../../schemas/portal.ts";
import { type AtPortal, makerOfLink } from "./load-portal.ts";
import { lockUnrevoked } from "./store.ts";

/** A change at the portal: `tx`, and the same object as `db`. */
export interface ChangingAtPortal extends AtPortal, InTransaction {}

/** A record that a change at the portal wrote. */
interface Changed {
  readonly id: string;
  readonly ownerId?: string;
}

/**
 * Runs a change that a subscriber makes, in one transaction with its audit row, which names the portal session in place
 * of an API key. Once a session or what created it is revoked, no change commits.
 *
 * @param change returns the record that it wrote; null: nothing was left to change
 */
export async function changeAtPortal<Record extends Changed>(
  at: AtPortal,
  change: (at: ChangingAtPortal) => Promise<Record | null>,
): Promise<Record | null> {
  return inTransaction(at.db, async (tx) => {
    const maker = makerOfLink(at.session);
    await shareCredentials(tx, maker);
    if (
      !(await stillWorks({ db: tx, clock: at.clock }, maker)) ||
      !(await lockUnrevoked(tx, at.session.id))
    ) {
      throw new Refusal(portalLinkNotFound);
    }
    const now = await at.time();
    const changed = await change({ ...at, db: tx, tx, now });
    if (changed === null) return null;
    const { session, tenant, operation, request } = at;
    const write = { apiKeyId: `portal ${session.id}`, tenant, operation, requestId: request.id };
    await noteWrite({ tx, now }, write, changed);
    return changed;
  });
}
