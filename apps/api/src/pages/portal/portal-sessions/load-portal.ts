import { type InTransaction, inTransaction } from "../../../db/client.ts";
import { Refusal } from "../../../kit/refusal.ts";
import type { Tenant } from "../../../kit/tenant.ts";
import { hashToken } from "../../../kit/tokens.ts";
import { noteWrite } from "../../../operation/access/audit/note-write.ts";
import { bootstrapKeyId } from "../../../operation/access/auth/api-key.ts";
import {
  type Credentials,
  shareCredentials,
  stillWorks,
} from "../../../operation/access/auth/check-again.ts";
import type { Parts, Storage } from "../../../operation/ports/parts.ts";
import type { Visiting } from "../../../operation/work.ts";
import {
  PortalLink,
  type PortalOperation,
  portalLinkNotFound,
  portalLinkTooNarrow,
  portalScopes,
} from "../../../schemas/portal.ts";
import {
  deleteExpiredBefore,
  findByToken,
  hasToken,
  lockUnrevoked,
  type PortalRow,
} from "./store.ts";

/** A call of the portal. All that it reads and changes is of this seller and this subscriber. */
export interface AtPortal extends Visiting {
  readonly session: PortalRow;
  readonly operation: PortalOperation;
  /** The seller whose records the portal shows; null: every seller's. */
  readonly tenant: Tenant;
  readonly userId: string;
}

/**
 * Loads the session of a portal link.
 *
 * @throws Refusal 404 for a link that does not work, 403 for one without the operation's scope
 */
export async function loadPortal(
  work: Visiting,
  portalToken: string,
  operation: PortalOperation,
): Promise<AtPortal> {
  const session = await findByToken(work.db, hashToken(portalToken), work.clock.now());
  if (session === null || !(await isMakerAlive(work, session))) {
    throw new Refusal(portalLinkNotFound);
  }
  if (!mayAtPortal({ session }, operation)) throw new Refusal(portalLinkTooNarrow);
  return { ...work, session, operation, tenant: session.ownerId, userId: session.userId };
}

/** Whether a link has the scope of an operation of the portal. */
export function mayAtPortal(
  { session }: { readonly session: Pick<PortalRow, "scopes"> },
  operation: PortalOperation,
): boolean {
  return session.scopes.includes(portalScopes[operation]);
}

/** The credentials that made a link. */
const makerOfLink = ({
  apiKeyId: keyId,
  createdInSession: sessionId,
}: Pick<PortalRow, "apiKeyId" | "createdInSession">): Credentials => ({ keyId, sessionId });

/** Whether the key that made a link still works; the one from the environment, if it is still that one. */
async function isMakerAlive(
  { db, clock, bootstrapHash }: Parts,
  session: PortalRow,
): Promise<boolean> {
  if (session.apiKeyId === bootstrapKeyId && session.keyHash !== bootstrapHash) return false;
  return stillWorks({ db, clock }, makerOfLink(session));
}

/**
 * Checks that a link works before a request's body is read. An invalid token passes: the input's schema refuses it.
 *
 * @throws Refusal portalLinkNotFound
 */
export async function requirePortalLink(
  { db }: Storage,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { data } = PortalLink.safeParse({ portalToken: parameters.portalToken });
  if (data === undefined || (await hasToken(db, hashToken(data.portalToken)))) return;
  throw new Refusal(portalLinkNotFound);
}

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

/** How long expired sessions are listed, in milliseconds: 30 days. */
const listedMs = 30 * 86_400_000;

/** Job: deletes portal sessions that expired long ago. */
export function forgetPortalSessions({ db, clock }: Parts): Promise<void> {
  return deleteExpiredBefore(db, new Date(clock.now().getTime() - listedMs));
}
