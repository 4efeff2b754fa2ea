import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { notAJsonObject, type RefusalTerms } from "../shared/refusal.ts";
import { bodyTooLarge, PublicError, publicRefusal } from "../trpc/errors.ts";
import { refuseTooDeep } from "./depth.ts";
import { spoilInexactNumbers } from "./inexact-numbers.ts";

const mostBytes = 1_048_576;
const utf8 = new TextDecoder("utf-8", { fatal: true });
const jsonType = /^application\/(?:[\w.+-]*\+)?json *(?:;|$)/i;

/**
 * Reads a request's body as JSON text with every number exact (see inexact-numbers.ts).
 *
 * @throws PublicError 400 when there is no body, its type is not JSON, it is not UTF-8 or too deep; 413
 *   over 1 MiB, compressed or not
 */
export async function readJsonText(req: IncomingMessage): Promise<string> {
  if (!jsonType.test(req.headers["content-type"] ?? "")) throw publicRefusal(notAJsonObject);
  const bytes = await readBytes(req);
  try {
    return toJsonText(bytes);
  } catch (error) {
    throw error instanceof PublicError ? error : publicRefusal(notAJsonObject);
  }
}

/** @returns the value of a JSON text, every number exact; null for what is none, or too deep */
export function parseExactly(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(toJsonText(bytes));
  } catch {
    return null;
  }
}

/** @throws TypeError when it is not UTF-8, PublicError when it is too deep */
function toJsonText(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  refuseTooDeep(text);
  return spoilInexactNumbers(text);
}

/**
 * The same as an object.
 *
 * @throws PublicError also when the text is malformed, or is an array, a text, a number or null
 */
export async function readJsonObject(req: IncomingMessage): Promise<object> {
  const value = parse(await readJsonText(req));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw publicRefusal(notAJsonObject);
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw publicRefusal(notAJsonObject);
  }
}

/**
 * How a body may be compressed. Not by Brotli, which nobody needs for a body of JSON: up to Node 24.22.0
 * its decoder lets whoever sends the body write into the process's memory (CVE-2026-111497).
 */
const decompressors = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["deflate", createInflate],
]);

/** @throws PublicError as readJsonText does; what is left of a body that is refused is passed over */
async function readBytes(req: IncomingMessage): Promise<Uint8Array> {
  const { "content-length": declared, "content-encoding": encoding = "identity" } = req.headers;
  if (Number(declared) > mostBytes) throw publicRefusal(bodyTooLarge);
  const decompress = decompressors.get(encoding.toLowerCase())?.();
  if (decompress === undefined && encoding.toLowerCase() !== "identity")
    throw publicRefusal(notAJsonObject);
  const source = decompress === undefined ? req : req.pipe(decompress);
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const refuse = (why: RefusalTerms) => {
      reject(publicRefusal(why));
      if (decompress === undefined) return;
      req.unpipe(decompress);
      decompress.destroy();
      req.resume();
    };
    source.on("data", (chunk: Uint8Array) => {
      length += chunk.byteLength;
      if (length <= mostBytes) chunks.push(chunk);
      else refuse(bodyTooLarge);
    });
    source.on("end", () => {
      const [first, ...others] = chunks;
      if (first === undefined) refuse(notAJsonObject);
      else resolve(others.length === 0 ? first : Buffer.concat(chunks));
    });
    // What is not compressed as it says, and a caller who leaves.
    source.on("error", () => refuse(notAJsonObject));
    if (decompress !== undefined) req.on("error", () => refuse(notAJsonObject));
  });
}
