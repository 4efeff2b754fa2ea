import type { Outbound } from "../../kit/outbound/outbound.ts";

export interface Logo {
  readonly type: "image/png" | "image/jpeg" | "image/webp";
  readonly bytes: Buffer;
}

/** A logo, or why it cannot be shown: a sentence for the seller. */
export type FetchedLogo =
  | { readonly logo: Logo; readonly problem: null }
  | { readonly logo: null; readonly problem: string };

const maxBytes = 256 * 1_024;

/** Loads a logo from where the seller has it. It never throws. */
export async function fetchLogo(
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
