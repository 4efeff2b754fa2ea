import type { Queryable } from "../../db/client.ts";
import type { DashboardSession } from "../../db/generated/client.ts";
import { hashDashboardToken } from "../../operation/access/auth/dashboard-token.ts";
import { endCredential } from "../../operation/access/auth/end-credential.ts";
import { changeKeysAlone } from "../../operation/access/auth/key-locks.ts";
import type { Visiting } from "../../operation/work.ts";
import { findByToken } from "./store.ts";

/**
 * The session of the request's cookie, which the transaction is about to end; null: none. The caller has checked that the
 * dashboard's own page made the request.
 */
export async function ownSession(
  tx: Queryable,
  { request }: Pick<Visiting, "request">,
): Promise<DashboardSession | null> {
  const { token } = request.dashboard();
  if (token === undefined) return null;
  await changeKeysAlone(tx);
  return findByToken(tx, hashDashboardToken(token));
}

/** Ends a session whose person leaves, with the sessions and portal links that were created in it. Keys are for programs, which go on. */
export async function endOwnSession(
  tx: Queryable,
  { clock }: Pick<Visiting, "clock">,
  { id, scopes }: DashboardSession,
): Promise<void> {
  await endCredential({ tx, clock }, null, { id, scopes }, { keeps: "keys" });
}
