import { unescape as decoded } from "node:querystring";
import type { Config } from "../config/config.ts";
import { parseDatabaseUrl } from "../database-url.ts";

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
