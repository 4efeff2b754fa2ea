import { LRUCache } from "lru-cache";
import { everyone } from "../../kit/tenant.ts";
import { Turns } from "../../kit/turns.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { readBranding } from "../../schemas/branding.ts";
import { type FetchedLogo, fetchLogo, type Logo } from "./fetch-logo.ts";
import { logoVersionOf } from "./shown-service.ts";
import { findServiceRecord, noteLogoCheck } from "./store.ts";

const maxKept = 64;
/** How many logos are loaded at a time, so that a slow host, or a seller with slow hosts, does not delay all others. */
const max = { all: 16, ofSeller: 2, ofHost: 2 };
/** How many more loads of a seller wait, and for how many milliseconds. */
const patience = { maxWaiting: 16, waitMs: 5_000 };
const keptMs = { loaded: 3_600_000, failed: 60_000 };

/**
 * Loads the logos of services from where the sellers have them, so that visitors of a page make no request to anyone else.
 * A logo is kept for an hour, and a failure for a minute. Why a logo cannot be shown is stored with its service.
 *
 * @returns a function that resolves with the logo; null if the service has no such logo, or it cannot be loaded
 */
export function logoLoader({
  db,
  clock,
  webhooks: { outbound },
}: Pick<Parts, "db" | "clock" | "webhooks">): (
  serviceId: string,
  version: string,
) => Promise<Logo | null> {
  const kept = new LRUCache<string, FetchedLogo>({ max: maxKept });
  const loading = new Map<string, Promise<FetchedLogo | null>>();

  const turns = new Turns(patience);

  const load = async (url: string, ownerId: string): Promise<FetchedLogo | null> => {
    const end = await turns.take([
      { name: `seller ${ownerId}`, max: max.ofSeller },
      { name: `host ${new URL(url).hostname}`, max: max.ofHost },
      { name: "all", max: max.all },
    ]);
    if (end === null) return null;
    try {
      const fetched = await fetchLogo({ outbound }, url);
      kept.set(url, fetched, { ttl: fetched.logo === null ? keptMs.failed : keptMs.loaded });
      return fetched;
    } finally {
      end();
    }
  };
  const loadOnce = (url: string, ownerId: string): Promise<FetchedLogo | null> => {
    const underWay = loading.get(url);
    if (underWay !== undefined) return underWay;
    const loads = load(url, ownerId).finally(() => loading.delete(url));
    loading.set(url, loads);
    return loads;
  };

  return async (serviceId, version) => {
    const service = await findServiceRecord(db, serviceId, everyone);
    const url = readBranding(service?.branding)?.logoUrl ?? null;
    if (service === null || url === null || logoVersionOf(url) !== version) return null;
    const fetched = kept.get(url) ?? (await loadOnce(url, service.ownerId));
    if (fetched === null) return null;
    const isNews = service.logoCheckedAt === null || service.logoProblem !== fetched.problem;
    if (isNews) await noteLogoCheck({ db, now: clock.now() }, service, fetched.problem);
    return fetched.logo;
  };
}
