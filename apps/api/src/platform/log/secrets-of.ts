import { unescape as decoded } from "node:querystring";
import type { Config } from "../../config/config.ts";

/** Shorter ones would be found in words that are none. */
const shortest = 8;

/**
 * What of the configuration nobody is to read anywhere: keys and passwords, and the addresses that hold
 * one, as a database's does and those of most chains.
 */
export function secretsOf(config: Config): string[] {
  const keys = [
    config.BOOTSTRAP_API_KEY ?? [],
    config.WEBHOOK_SECRETS_KEY,
    config.SETTLEMENT_EXECUTOR === "direct"
      ? config.SETTLEMENT_SIGNER_KEY
      : [config.SETTLEMENT_PROVIDER_API_KEY, config.SETTLEMENT_PROVIDER_ENTITY_SECRET],
  ].flat();
  const addresses = [
    config.DATABASE_URL,
    config.SETTLEMENT_RPC_URL,
    config.OTEL_EXPORTER_OTLP_ENDPOINT ?? [],
  ].flat();
  const headers = config.OTEL_EXPORTER_OTLP_HEADERS.split(",").flatMap(valuesIn);
  return [...keys.flatMap(asWritten), ...addresses.flatMap(inAddress), ...headers].filter(
    (secret) => secret.length >= shortest,
  );
}

/** A key of hex digits may be written without its 0x, and in small letters. */
function asWritten(key: string): string[] {
  const bare = key.replace(/^0x/, "");
  return [key, bare, bare.toLowerCase()];
}

/** Of `name=value`, in which special characters may be written as `%20`. */
function valuesIn(pair: string): string[] {
  const value = pair.slice(pair.indexOf("=") + 1);
  const plain = decoded(value);
  return [value, plain, plain.split(" ").at(-1) ?? ""]; // behind `Bearer` or `Basic`
}

/** The address itself, and what of it may be the secret. */
function inAddress(address: string): string[] {
  const { username, password, pathname, search, hash } = new URL(address);
  const login = `${decoded(username)}:${decoded(password)}`;
  return [address, password, decoded(password), login, pathname + search + hash];
}
