import { PortalLink, portalLinkNotFound } from "../../contract/portal.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Tenant } from "../../lib/tenant.ts";
import type { Visiting } from "../../operation/work.ts";
import type { Parts } from "../../ports/parts.ts";
import { hashPortalToken } from "../portal-token.ts";
import { findByToken, hasToken, type PortalRow } from "./store.ts";

/** A call of the portal. All that it reads and changes is of this seller and this subscriber. */
export interface AtPortal extends Visiting {
  readonly session: PortalRow;
  /** The seller whose records the portal shows; null: every seller's. */
  readonly tenant: Tenant;
  readonly userId: string;
}

/** Finds out whose portal a link leads to. @throws Refusal 404 for a link that does not work, or no longer */
export async function loadPortal(work: Visiting, portalToken: string): Promise<AtPortal> {
  const session = await findByToken(work.db, hashPortalToken(portalToken), work.clock.now());
  if (session === null) throw new Refusal(portalLinkNotFound);
  return { ...work, session, tenant: session.ownerId, userId: session.userId };
}

/**
 * Checks that a link works before a request's body is read. An invalid token passes: the input's schema refuses it.
 *
 * @throws Refusal portalLinkNotFound
 */
export async function requirePortalLink(
  { db }: Pick<Parts, "db">,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { data } = PortalLink.safeParse({ portalToken: parameters.portalToken });
  if (data === undefined || (await hasToken(db, hashPortalToken(data.portalToken)))) return;
  throw new Refusal(portalLinkNotFound);
}
