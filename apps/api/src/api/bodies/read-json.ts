import { notAJsonObject, type RefusalTerms } from "../../lib/refusal.ts";
import { PublicError, publicRefusal } from "../../operation/errors.ts";
import { checkJson } from "./check-json.ts";
import { readBytes } from "./read-bytes.ts";
import type { Body } from "./unread-body.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const jsonType = /^application\/(?:[\w.+-]*\+)?json *(?:;|$)/i;

/** The specification has one message for every body that cannot be read. */
export const contentTypeNotJson: RefusalTerms = {
  ...notAJsonObject,
  code: "content_type_not_json",
  meaning: "The header `Content-Type` is missing or is not JSON.",
  remedy: "Send `Content-Type: application/json`.",
};

/**
 * Reads a request's body as JSON text. All its numbers are exact (see inexact-numbers.ts).
 *
 * @throws PublicError 400 when the body is missing, its type is not JSON, its compression is not allowed, it is not
 *   UTF-8 or it is nested too deep; 413 over 1 MiB before or after decompression, or over 16 KiB for an operation that
 *   anyone may call; 429 or 503 when the memory limit for bodies is reached
 */
export async function readJsonText(body: Body): Promise<string> {
  if (!jsonType.test(body.req.headers["content-type"] ?? ""))
    throw publicRefusal(contentTypeNotJson);
  const bytes = await readBytes(body);
  try {
    return toJsonText(bytes);
  } catch (error) {
    throw error instanceof PublicError ? error : publicRefusal(notAJsonObject);
  }
}

/** @returns the value of a JSON text, with exact numbers; null if it is malformed, nested too deep or refused */
export function parseExactly(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(toJsonText(bytes));
  } catch {
    return null;
  }
}

/**
 * @param bytes the JSON text; inexact numbers in it are overwritten
 * @throws TypeError when it is not UTF-8, PublicError when checkJson refuses it
 */
function toJsonText(bytes: Uint8Array): string {
  checkJson(bytes);
  return utf8.decode(bytes);
}

/**
 * Reads a request's body as a JSON object.
 *
 * @throws PublicError as `readJsonText`, and 400 when the text is malformed or no object
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
