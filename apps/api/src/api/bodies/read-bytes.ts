import type { Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { notAJsonObject, type RefusalTerms } from "../../lib/refusal.ts";
import { bodyTooLarge, type PublicError, publicRefusal } from "../../operation/errors.ts";
import type { Access } from "../../ports/tally.ts";
import { Gathered } from "../connections/gathered.ts";
import type { Body } from "./bodies.ts";

/** What a body may be. Of those that anyone may send, none needs more than 2 KiB. */
const limits = {
  keyed: { maxBytes: 1_048_576, mayBeCompressed: true },
  public: { maxBytes: 16_384, mayBeCompressed: false },
} as const satisfies Record<Access, object>;

/** Of an operation that anyone may call. */
export const mustNotBeCompressed: RefusalTerms = {
  kind: "invalid",
  message: "Request body must not be compressed.",
};

/**
 * How a body may be compressed. Not by Brotli, which nobody needs for a body of JSON: up to Node 24.22.0
 * its decoder lets whoever sends the body write into the process's memory (CVE-2026-111497).
 */
const decompressors = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["deflate", createInflate],
]);

/** Memory of a decompressor: its window, its state and the piece that it is at. */
const decompressorBytes = 65_536;

/**
 * Reads a request's body, within what it may be and what there is room for. What is left of a body that is refused is
 * passed over.
 *
 * @throws PublicError 400 when there is none, or it is compressed otherwise than it may be; 413 when it is too large;
 *   429 or 503 when there is no room for it
 */
export async function readBytes(body: Body): Promise<Uint8Array> {
  const { "content-length": declared, "content-encoding": encoding } = body.req.headers;
  if (Number(declared) > limits[body.access].maxBytes) throw publicRefusal(bodyTooLarge);
  const decompress = decompressorOf(body.access, encoding);
  try {
    return await gather(body, decompress);
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

/** @returns null for a body that is not compressed */
function decompressorOf(access: Access, encoding = "identity"): Transform | null {
  const name = encoding.toLowerCase();
  if (name === "identity") return null;
  if (!limits[access].mayBeCompressed) throw publicRefusal(mustNotBeCompressed);
  const decompressor = decompressors.get(name);
  if (decompressor === undefined) throw publicRefusal(notAJsonObject);
  return decompressor();
}

function gather(body: Body, decompress: Transform | null): Promise<Uint8Array> {
  const { req } = body;
  const source = decompress === null ? req : req.pipe(decompress);
  const { maxBytes } = limits[body.access];
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
      // One that has arrived completely needs no room: it is read at once.
      if (decompress === null && req.complete) return;
      const bound = body.hold(gathered.capacity + (decompress === null ? 0 : decompressorBytes));
      if (bound !== null) refuse(body.refusal(bound));
    });
    source.on("end", () => {
      if (gathered.length === 0) broken();
      else resolve(gathered.take());
    });
    // What is not compressed as it says, and a caller who leaves.
    source.on("error", broken);
    if (decompress !== null) req.on("error", broken);
    req.once("close", () => {
      if (!req.complete) broken();
    });
  });
}
