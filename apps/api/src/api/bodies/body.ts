import { notAJsonObject } from "../../lib/refusal.ts";
import { PublicError, publicRefusal } from "../../operation/errors.ts";
import type { Body } from "./bodies.ts";
import { checkJson } from "./check-json.ts";
import { readBytes } from "./read-bytes.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const jsonType = /^application\/(?:[\w.+-]*\+)?json *(?:;|$)/i;

/**
 * Reads a request's body as JSON text with every number exact (see inexact-numbers.ts).
 *
 * @throws PublicError 400 when there is no body, its type is not JSON, it is compressed where it may not be, it is not
 *   UTF-8 or too deep; 413 over 1 MiB, compressed or not, or 16 KiB of an operation that anyone may call; 429 or 503
 *   when there is no room for it
 */
export async function readJsonText(body: Body): Promise<string> {
  if (!jsonType.test(body.req.headers["content-type"] ?? "")) throw publicRefusal(notAJsonObject);
  const bytes = await readBytes(body);
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

/**
 * @param bytes in which inexact numbers are overwritten
 * @throws TypeError when it is not UTF-8, PublicError when checkJson refuses it
 */
function toJsonText(bytes: Uint8Array): string {
  checkJson(bytes);
  return utf8.decode(bytes);
}

/**
 * The same as an object.
 *
 * @throws PublicError also when the text is malformed, or is an array, a text, a number or null
 */
export async function readJsonObject(body: Body): Promise<object> {
  const value = parse(await readJsonText(body));
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
