import { notAJsonObject, type RefusalTerms } from "../../kit/refusal.ts";
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
  if (!isJson(body)) throw publicRefusal(contentTypeNotJson);
  return textOf(await readBytes(body));
}

const isJson = ({ req }: Body) => jsonType.test(req.headers["content-type"] ?? "");

function textOf(bytes: Uint8Array): string {
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
  return objectOf(parse(await readJsonText(body)));
}

/** A refusal of a body that may be missing. */
export const refusedOptional = (terms: RefusalTerms): RefusalTerms =>
  terms.message === notAJsonObject.message ? { ...terms, message: optionalObjectRule } : terms;

const optionalObjectRule =
  "Request body must be empty, or a JSON object such as {} with Content-Type: application/json.";

/** Reads a body without required fields: no body, of whatever type, and an empty list are an object without fields. */
export async function readOptionalObject(body: Body): Promise<object> {
  try {
    const bytes = await readBytes(body, { mayBeEmpty: true });
    if (bytes.length === 0) return {};
    if (!isJson(body)) throw publicRefusal(contentTypeNotJson);
    const value = parse(textOf(bytes));
    return Array.isArray(value) && value.length === 0 ? {} : objectOf(value);
  } catch (error) {
    throw error instanceof PublicError ? publicRefusal(refusedOptional(error.terms)) : error;
  }
}

function objectOf(value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw publicRefusal(notAJsonObject);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw publicRefusal(notAJsonObject);
  }
}
