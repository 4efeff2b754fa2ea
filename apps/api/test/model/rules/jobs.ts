import type { World } from "../world.ts";
import { topUpBalances } from "./auto-top-ups.ts";
import { expireInvoices } from "./invoice-expiry.ts";
import { expireBalances } from "./ledger.ts";
import { expireSessions } from "./sessions.ts";
import { renew } from "./subscriptions.ts";

/** The jobs that run every minute, by name. */
const jobs: Readonly<Record<string, (world: World) => void>> = {
  "expire-checkout-sessions": expireSessions,
  "expire-invoices": expireInvoices,
  "renew-subscriptions": (world) => {
    for (const id of world.subscriptions.keys()) renew(world, id);
  },
  "expire-credits-and-holds": expireBalances,
  "top-up-balances": topUpBalances,
  // A stored response that is no longer returned is removed.
  "forget-answers": () => undefined,
};

export const jobNames = Object.keys(jobs);

/** @returns the same world after all due changes */
export function runJob(world: World, name: string): World {
  const job = jobs[name];
  if (job === undefined) throw new Error(`The model has no job ${name}.`);
  job(world);
  return world;
}
