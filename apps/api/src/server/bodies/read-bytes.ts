import type { Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { Gathered } from "../../kit/gathered.ts";
import { notAJsonObject, type RefusalTerms } from "../../kit/refusal.ts";
import { bodyTooLarge, type PublicError, publicRefusal } from "../../operation/errors.ts";
import type { Access } from "../../operation/ports/tally.ts";
import { largeBytes } from "./large-bodies.ts";
import type { Body } from "./unread-body.ts";

interface BodyLimit {
  readonly maxBytes: number;
  readonly mayBeCompressed: boolean;
}

/**
 * Limits of bodies with and without an API key. Public operations need some hundred bytes, and up to 16 KiB for the
 * signatures of smart wallets.
 */
const limits = {
  keyed: { maxBytes: 1_048_576, mayBeCompressed: true },
  public: { maxBytes: 16_384, mayBeCompressed: false },
} as const satisfies Record<Access, BodyLimit>;

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
 *
 * @param options.mayBeEmpty whether a request without a body has an empty one
 * @throws PublicError 400 when the body is missing or its compression is not allowed; 413 when it is too large; 429 or
 *   503 when the memory limit for bodies is reached
 */
export async function readBytes(body: Body, { mayBeEmpty = false } = {}): Promise<Uint8Array> {
  const { "content-length": declared, "content-encoding": encoding } = body.req.headers;
  const limit = limits[body.access];
  if (Number(declared) > limit.maxBytes) throw publicRefusal(bodyTooLarge);
  const decompress = decompressorOf(limit, encoding);
  try {
    const bytes = await gather(body, limit, decompress);
    if (bytes.length === 0 && !mayBeEmpty) throw publicRefusal(notAJsonObject);
    if (bytes.length >= largeBytes) {
      const bound = body.hold(bytes.length);
      if (bound !== null) throw body.refusal(bound);
      await body.turn(bytes.length);
    }
    return bytes;
  } catch (error) {
    if (decompress !== null) {
      body.req.unpipe(decompress);
      decompress.destroy();
      body.req.resume();
    }
    throw error;
  } finally {
    body.release();
  }
}

/** @returns null for an uncompressed body */
function decompressorOf({ mayBeCompressed }: BodyLimit, encoding = "identity"): Transform | null {
  const name = encoding.toLowerCase();
  if (name === "identity") return null;
  if (!mayBeCompressed) throw publicRefusal(mustNotBeCompressed);
  const decompressor = decompressors.get(name);
  if (decompressor === undefined) throw publicRefusal(unknownCompression);
  return decompressor();
}

function gather(
  body: Body,
  { maxBytes }: BodyLimit,
  decompress: Transform | null,
): Promise<Uint8Array> {
  const { req } = body;
  const source = decompress === null ? req : req.pipe(decompress);
  const declared = decompress === null ? req.headers["content-length"] : undefined;
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
      if (decompress === null && req.complete) return;
      const bound = body.hold(gathered.capacity + (decompress === null ? 0 : decompressorBytes));
      if (bound !== null) refuse(body.refusal(bound));
    });
    source.on("end", () => resolve(gathered.take()));
    // Invalid compressed data, or a caller that disconnects.
    source.on("error", broken);
    if (decompress !== null) req.on("error", broken);
    req.once("close", () => {
      if (!req.complete) broken();
    });
  });
}
