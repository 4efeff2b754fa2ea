import { unescape as decoded } from "node:querystring";
import { pino } from "pino";
import type { Config } from "../config/config.ts";
import { parseDatabaseUrl } from "../database-url.ts";
import { type Log, type LogFields, logFields } from "../log.ts";

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

/** An error in the form in which it is logged. */
interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  /** The code from Node, Postgres or Prisma: `ECONNREFUSED`, `23505`, `P2002`. */
  readonly code?: string;
  readonly cause?: DescribedError;
  /** The first few errors of an AggregateError. */
  readonly errors?: readonly DescribedError[];
}

/** How deep causes are followed, and how many errors of an AggregateError are described. */
const max = { depth: 4, errors: 3 };

/**
 * Describes a thrown value for the log. Other properties are left out, because they may be confidential: a database
 * error holds the values of a row, and an HTTP library's error holds the request with its headers.
 */
function describedError(error: unknown, scrub: Scrub, depth = 0): DescribedError {
  if (!isErrorLike(error)) return { type: typeof error, message: scrub(textOf(error)) };
  const described = (inner: unknown) => describedError(inner, scrub, depth + 1);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const goesOn = depth < max.depth;
  return {
    type: error.name ?? "Error",
    message: scrub(reasonOf(error)),
    ...(typeof error.stack === "string" && { stack: scrub(error.stack) }),
    ...(/^[A-Z0-9_]{1,40}$/.test(code) && { code }),
    ...(goesOn && error.cause !== undefined && { cause: described(error.cause) }),
    ...(goesOn &&
      error.errors !== undefined && { errors: error.errors.slice(0, max.errors).map(described) }),
  };
}

interface ErrorLike {
  readonly message: string;
  readonly name?: string;
  readonly stack?: string;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** Errors, and objects with an error's fields. */
function isErrorLike(error: unknown): error is ErrorLike {
  return (
    typeof error === "object" &&
    error !== null &&
    "message" in error &&
    typeof error.message === "string"
  );
}

/**
 * The message. An AggregateError of Node has none when every address of a host refused the connection: its reason is in
 * its errors.
 */
function reasonOf({ message, errors, code, name }: ErrorLike): string {
  if (message !== "") return message;
  const inner = (errors ?? []).filter(isErrorLike).slice(0, max.errors).map(reasonOf).join("; ");
  return inner || (typeof code === "string" ? code : (name ?? "Error"));
}

/** `[object Object]` would tell nothing; other properties may be confidential. */
function textOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  return `A thrown ${thrown.constructor?.name ?? "object"} without a message`;
}

type Level = keyof Log;

export interface LogOptions {
  /** A level of pino; `silent` logs nothing. */
  readonly level: string;
  /** Texts that must not appear in any line. */
  readonly secrets: readonly string[];
  /** Where lines are written; default: standard output. */
  readonly write?: (line: string) => void;
  /** Returns fields to add to every line. Called for each line. */
  readonly always?: () => LogFields;
  /** Called for every line that is written. */
  readonly wrote?: (level: Level) => void;
}

/** Opens a log of JSON lines. A line contains only the fields named in `logFields`. */
export function openLog({
  level,
  secrets,
  write,
  always = () => ({}),
  wrote = () => undefined,
}: LogOptions): Log {
  const scrub = scrubber(secrets);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (described: unknown) => described }, // pino's own serializer would add fields
  };
  const lines = write === undefined ? pino(options) : pino(options, { write });
  const sayAt = (at: Level) => (about: LogFields, message: string) => {
    if (!lines.isLevelEnabled(at)) return;
    lines[at](allowed({ ...always(), ...about }, scrub), message);
    wrote(at);
  };
  return {
    debug: sayAt("debug"),
    info: sayAt("info"),
    warn: sayAt("warn"),
    error: sayAt("error"),
  };
}

/** Keeps only allowed fields. The types do not exclude others, because spread objects may have extra properties. */
function allowed(about: LogFields, scrub: Scrub): object {
  const line: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(logFields)) {
    const value = about[name as keyof LogFields];
    if (kind === "error" && value !== undefined) line[name] = describedError(value, scrub);
    if (kind === "number" && typeof value === "number") line[name] = value;
    if (kind === "text" && typeof value === "string") line[name] = scrub(value);
  }
  return line;
}
