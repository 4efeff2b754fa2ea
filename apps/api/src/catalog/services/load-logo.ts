import { LRUCache } from "lru-cache";
import type { Outbound } from "../../kit/outbound/outbound.ts";
import { everyone } from "../../kit/tenant.ts";
import { Turns } from "../../kit/turns.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { readBranding } from "../../schemas/branding.ts";
import { logoVersionOf } from "./services.ts";
import { findServiceRecord, findUncheckedLogos, noteLogoCheck } from "./store.ts";

export interface Logo {
  readonly type: "image/png" | "image/jpeg" | "image/webp";
  readonly bytes: Buffer;
}

/** A logo, or why it cannot be shown: a sentence for the seller. */
type FetchedLogo =
  | { readonly logo: Logo; readonly problem: null }
  | { readonly logo: null; readonly problem: string };

const maxBytes = 256 * 1_024;

/** Loads a logo from where the seller has it. It never throws. */
async function fetchLogo(
  { outbound }: { readonly outbound: Pick<Outbound, "load"> },
  url: string,
): Promise<FetchedLogo> {
  const loaded = await outbound.load(url, maxBytes);
  if ("error" in loaded) return { logo: null, problem: loaded.error };
  const logo = logoOf(loaded.bytes);
  return logo === null
    ? { logo, problem: "The file is not a PNG, JPEG or WebP image." }
    : { logo, problem: null };
}

/** The image's type by its first bytes, whatever its server calls it; null for anything else. */
function logoOf(bytes: Buffer): Logo | null {
  const begins = (...start: number[]) => start.every((byte, index) => bytes[index] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return { type: "image/png", bytes };
  if (begins(0xff, 0xd8, 0xff)) return { type: "image/jpeg", bytes };
  const isWebp =
    bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? { type: "image/webp", bytes } : null;
}

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
}: Parts): (serviceId: string, version: string) => Promise<Logo | null> {
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

/** The maximum number of logos that a run loads, each of another seller, at the same time. */
const maxLogos = 10;

/** Job: loads logos that are new, so that their sellers learn why one cannot be shown before a subscriber visits a page. */
export async function checkLogos({ db, clock, webhooks: { outbound } }: Parts): Promise<void> {
  const services = await findUncheckedLogos(db, maxLogos);
  await Promise.all(
    services.map(async (service) => {
      const url = readBranding(service.branding)?.logoUrl ?? null;
      const { problem } = url === null ? { problem: null } : await fetchLogo({ outbound }, url);
      await noteLogoCheck({ db, now: clock.now() }, service, problem);
    }),
  );
}
