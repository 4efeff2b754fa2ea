import type { Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { Gathered } from "../../kit/gathered.ts";
import { notAJsonObject, type RefusalTerms } from "../../kit/refusal.ts";
import {
  bodyTooLarge,
  contentTypeNotJson,
  PublicError,
  publicRefusal,
} from "../../operation/errors.ts";
import { type Body, largeBytes } from "./bodies.ts";
import { parseExactly } from "./exact-json.ts";

/**
 * Limits of bodies with and without an API key. Public operations need some hundred bytes, and up to 16 KiB for the
 * signatures of smart wallets.
 */
const limits = {
  keyed: { maxBytes: 1_048_576, mayBeCompressed: true },
  public: { maxBytes: 16_384, mayBeCompressed: false },
} as const;

/** The refusal of a compressed body for an operation that anyone may call. */
export const mustNotBeCompressed: RefusalTerms = {
  kind: "invalid",
  code: "body_compressed",
  message: "Request body must not be compressed.",
  meaning: "The body is compressed, which this operation does not accept.",
  remedy: "Send the body without `Content-Encoding`.",
};

/** The specification has one message for every body that cannot be read. */
export const unknownCompression: RefusalTerms = {
  ...notAJsonObject,
  code: "unsupported_content_encoding",
  meaning: "The body has a `Content-Encoding` other than `gzip`, `deflate` and `identity`.",
  remedy: "Compress the body with gzip, or not at all.",
};

/** A refusal of a body that may be missing. */
export const refusedOptional = (terms: RefusalTerms): RefusalTerms =>
  terms.message === notAJsonObject.message ? { ...terms, message: optionalObjectRule } : terms;

const optionalObjectRule =
  "Request body must be empty, or a JSON object such as {} with Content-Type: application/json.";

const jsonType = /^application\/(?:[\w.+-]*\+)?json *(?:;|$)/i;

/**
 * Reads a request's body as JSON. All its numbers are exact (see exact-json.ts).
 *
 * @throws PublicError 400 when the body is missing or malformed, its type is not JSON, its compression is not allowed, it is
 *   not UTF-8 or it is nested too deep; 413 over 1 MiB before or after decompression, or over 16 KiB for an operation that
 *   anyone may call; 429 or 503 when the memory limit for bodies is reached
 */
export async function readJson(body: Body): Promise<unknown> {
  requireJsonType(body);
  return parseJson(await readBytes(body, { mayBeEmpty: false }));
}

/** Reads a request's body as a JSON object. @throws PublicError as `readJson`, and 400 when it is no object */
export async function readObject(body: Body): Promise<object> {
  return objectOf(await readJson(body));
}

/** Reads a body without required fields: no body, of whatever type, and an empty list are an object without fields. */
export async function readOptionalObject(body: Body): Promise<object> {
  try {
    const bytes = await readBytes(body, { mayBeEmpty: true });
    if (bytes.length === 0) return {};
    requireJsonType(body);
    const value = parseJson(bytes);
    return Array.isArray(value) && value.length === 0 ? {} : objectOf(value);
  } catch (error) {
    throw error instanceof PublicError ? publicRefusal(refusedOptional(error.terms)) : error;
  }
}

function requireJsonType({ req }: Body): void {
  if (!jsonType.test(req.headers["content-type"] ?? "")) throw publicRefusal(contentTypeNotJson);
}

/** @throws PublicError 400 when it is malformed or nested too deep */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return parseExactly(bytes);
  } catch (error) {
    throw error instanceof PublicError ? error : publicRefusal(notAJsonObject);
  }
}

function objectOf(value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw publicRefusal(notAJsonObject);
}

/**
 * The supported compressions. Brotli is left out: JSON bodies do not need it, and up to Node 24.22.0 its decoder lets
 * the sender write into the process's memory (CVE-2026-111497).
 */
const decompressors = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["deflate", createInflate],
]);

/** Memory of a decompressor: its window, its state and its current chunk. */
const decompressorBytes = 65_536;

/**
 * Reads a request's body within its size limit and the memory limits, and waits until it may be parsed. Discards the rest of
 * a refused body.
 */
async function readBytes(
  body: Body,
  { mayBeEmpty }: { readonly mayBeEmpty: boolean },
): Promise<Uint8Array> {
  const { maxBytes, mayBeCompressed } = limits[body.access];
  const { "content-length": declared, "content-encoding": encoding } = body.req.headers;
  if (Number(declared) > maxBytes) throw publicRefusal(bodyTooLarge);
  const decompressor = decompressorOf(encoding, mayBeCompressed);
  try {
    const bytes = await gather(body, maxBytes, decompressor);
    if (bytes.length === 0 && !mayBeEmpty) throw publicRefusal(notAJsonObject);
    if (bytes.length >= largeBytes) {
      const bound = body.hold(bytes.length);
      if (bound !== null) throw body.refusal(bound);
      await body.waitToParse(bytes.length);
    }
    return bytes;
  } catch (error) {
    if (decompressor !== null) {
      body.req.unpipe(decompressor).resume();
      decompressor.destroy();
    }
    throw error;
  } finally {
    body.release();
  }
}

/** @returns null for an uncompressed body */
function decompressorOf(encoding = "identity", mayBeCompressed: boolean): Transform | null {
  const name = encoding.toLowerCase();
  if (name === "identity") return null;
  if (!mayBeCompressed) throw publicRefusal(mustNotBeCompressed);
  const decompressor = decompressors.get(name);
  if (decompressor === undefined) throw publicRefusal(unknownCompression);
  return decompressor();
}

/** Collects the bytes in one buffer: in a list, chunks of one byte would take hundreds of times their size. */
function gather(body: Body, maxBytes: number, decompressor: Transform | null): Promise<Uint8Array> {
  const { req } = body;
  const source = decompressor === null ? req : req.pipe(decompressor);
  const declared = decompressor === null ? req.headers["content-length"] : undefined;
  return new Promise((resolve, reject) => {
    const gathered = new Gathered(Number(declared ?? maxBytes));
    let isOver = false;
    const refuse = (error: PublicError) => {
      isOver = true;
      gathered.take();
      reject(error);
    };
    const broken = () => refuse(publicRefusal(notAJsonObject));
    source.on("data", (chunk: Uint8Array) => {
      if (isOver) return;
      if (gathered.length + chunk.byteLength > maxBytes) {
        refuse(publicRefusal(bodyTooLarge));
        return;
      }
      gathered.add(chunk);
      // A body that has arrived completely reserves no memory, because it is processed immediately.
      if (decompressor === null && req.complete) return;
      const bound = body.hold(gathered.capacity + (decompressor === null ? 0 : decompressorBytes));
      if (bound !== null) refuse(body.refusal(bound));
    });
    source.on("end", () => resolve(gathered.take()));
    // Invalid compressed data, or a caller that disconnects.
    source.on("error", broken);
    if (decompressor !== null) req.on("error", broken);
    req.once("close", () => {
      if (!req.complete) broken();
    });
  });
}
