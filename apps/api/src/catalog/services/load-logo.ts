import { LRUCache } from "lru-cache";
import { readBranding } from "../../contract/branding.ts";
import { everyone } from "../../lib/tenant.ts";
import type { Parts } from "../../ports/parts.ts";
import { logoVersionOf } from "./shown-service.ts";
import { findServiceRecord } from "./store.ts";

export interface Logo {
  readonly type: "image/png" | "image/jpeg" | "image/webp";
  readonly bytes: Buffer;
}

const maxBytes = 256 * 1_024;
const maxKept = 64;
/** How many logos are loaded at a time. */
const maxLoading = 4;
const keptMs = { loaded: 3_600_000, failed: 60_000 };

/**
 * Loads the logos of services from where the sellers have them, so that visitors of a page make no request to anyone else.
 * A logo is kept for an hour, and a failure for a minute.
 *
 * @returns a function that resolves with the logo; null if the service has no such logo, or it cannot be loaded
 */
export function logoLoader({
  db,
  webhooks: { outbound },
  log,
}: Pick<Parts, "db" | "webhooks" | "log">): (
  serviceId: string,
  version: string,
) => Promise<Logo | null> {
  const kept = new LRUCache<string, { readonly logo: Logo | null }>({ max: maxKept });
  const loading = new Map<string, Promise<Logo | null>>();

  const load = async (url: string): Promise<Logo | null> => {
    const loaded = await outbound.load(url, maxBytes);
    const logo = "bytes" in loaded ? logoOf(loaded.bytes) : null;
    if (logo === null) {
      const reason = "error" in loaded ? loaded.error : "It is no PNG, JPEG or WebP image.";
      log.warn({ reason }, "a service's logo cannot be shown");
    }
    kept.set(url, { logo }, { ttl: logo === null ? keptMs.failed : keptMs.loaded });
    return logo;
  };

  return async (serviceId, version) => {
    const service = await findServiceRecord(db, serviceId, everyone);
    const url = readBranding(service?.branding)?.logoUrl ?? null;
    if (url === null || logoVersionOf(url) !== version) return null;
    const known = kept.get(url);
    if (known !== undefined) return known.logo;
    const underWay = loading.get(url);
    if (underWay !== undefined) return underWay;
    if (loading.size >= maxLoading) return null;
    const loads = load(url).finally(() => loading.delete(url));
    loading.set(url, loads);
    return loads;
  };
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
