import { unescape as decoded } from "node:querystring";
import type { Config } from "../config/config.ts";
import { parseDatabaseUrl } from "../database-url.ts";

/** Removes from a text whatever readers of the log must not see. */
export type Scrub = (text: string) => string;

/** Patterns of confidential text, each with its replacement. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\busance_[0-9A-Za-z]{6,}/g, "[key]"],
  [/\bwhsec_[0-9A-Za-z+/=_-]+/g, "[secret]"],
  [/\b(Bearer|Basic)\s+[^\s"',]+/gi, "$1 [secret]"],
  [/\bv1a?,[0-9A-Za-z+/=]+/g, "[signature]"],
  // Longer than any hash or address: signatures, signed transactions, call data.
  [/\b0x[0-9a-f]{100,}/gi, "[bytes]"],
  [/\/\/[^\s/@]+@/g, "//[secret]@"],
  // The path of a package also has an @, but no top-level domain after it, so it does not match. The lookbehind makes
  // the match start at the beginning of a word; without it, a long text without an @ takes quadratic time. An address may
  // contain quotes, slashes and equals signs, so what they separate from it goes as well, except at the beginning.
  [
    /(?<![^\s"<>()[\],;:\\])([`'{}=/|]*)[^\s@"<>()[\],;:\\`'{}=/|][^\s@"<>()[\],;:\\]*@[\p{L}\p{N}.-]*\.(?:xn--[a-z0-9-]+|\p{L}{2,})/giu,
    "$1[e-mail]",
  ],
];

/** @param secrets removed wherever they occur; one secret may be a part of another */
export function scrubber(secrets: readonly string[]): Scrub {
  const longestFirst = [...new Set(secrets)].sort((one, other) => other.length - one.length);
  return (text) => {
    let scrubbed = text;
    for (const secret of longestFirst) scrubbed = scrubbed.replaceAll(secret, "[secret]");
    for (const [pattern, instead] of patterns) scrubbed = scrubbed.replace(pattern, instead);
    return scrubbed;
  };
}

/** Shorter values are not removed: they would also match parts of harmless words. */
const shortest = 8;

/**
 * The values of the configuration that must never be logged: keys, passwords, and addresses that contain one (those of
 * databases and of most chain providers).
 */
export function secretsOf(config: Config): string[] {
  const keys = [
    config.BOOTSTRAP_API_KEY ?? [],
    config.WEBHOOK_SECRETS_KEY,
    config.SETTLEMENT_EXECUTOR === "direct"
      ? config.SETTLEMENT_SIGNER_KEY
      : [config.SETTLEMENT_PROVIDER_API_KEY, config.SETTLEMENT_PROVIDER_ENTITY_SECRET],
  ].flat();
  const { urls = [] } = parseDatabaseUrl(config.DATABASE_URL) ?? {};
  const addresses = [
    urls,
    config.SETTLEMENT_RPC_URL,
    config.OTEL_EXPORTER_OTLP_ENDPOINT ?? [],
    config.SMTP_URL ?? [],
  ].flat();
  const headers = config.OTEL_EXPORTER_OTLP_HEADERS.split(",").flatMap(valuesIn);
  const database = urls.length > 1 ? [config.DATABASE_URL] : [];
  return [
    ...keys.flatMap(asWritten),
    ...database,
    ...addresses.flatMap(inAddress),
    ...headers,
  ].filter((secret) => secret.length >= shortest);
}

/** A key in hex may also be written without its 0x, and in lower case. */
function asWritten(key: string): string[] {
  const bare = key.replace(/^0x/, "");
  return [key, bare, bare.toLowerCase()];
}

/** The forms of the value in `name=value`, whose special characters may be written as `%20`. */
function valuesIn(pair: string): string[] {
  const value = pair.slice(pair.indexOf("=") + 1);
  const plain = decoded(value);
  return [value, plain, plain.split(" ").at(-1) ?? ""]; // after `Bearer` or `Basic`
}

/** The address, and the parts of it that may be secret. Scheme, host and port alone are not secret. */
function inAddress(address: string): string[] {
  const { username, password, pathname, search, hash } = new URL(address);
  const login = `${decoded(username)}:${decoded(password)}`;
  const rest = pathname + search + hash;
  const isHostOnly = login === ":" && (rest === "" || rest === "/");
  return [isHostOnly ? "" : address, password, decoded(password), login, rest];
}
