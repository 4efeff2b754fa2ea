import express, { type Request, type Response } from "express";
import { notAJsonObject } from "../shared/refusal.ts";
import { bodyTooLarge, publicRefusal } from "../trpc/errors.ts";
import { spoilInexactNumbers } from "./inexact-numbers.ts";

const oneMiB = 1_048_576;
const raw = express.raw({ type: () => true, limit: oneMiB });
const utf8 = new TextDecoder("utf-8", { fatal: true });
const jsonType = /^application\/(?:[\w.+-]*\+)?json *(?:;|$)/i;

/**
 * Reads a request's body as JSON text with every number exact (see inexact-numbers.ts).
 *
 * @throws PublicError 400 when there is no body, its type is not JSON or it is not UTF-8; 413 over
 *   1 MiB, compressed or not
 */
export async function readJsonText(req: Request, res: Response): Promise<string> {
  if (!jsonType.test(req.headers["content-type"] ?? "")) throw publicRefusal(notAJsonObject);
  const bytes = await readBytes(req, res);
  if (bytes === undefined) throw publicRefusal(notAJsonObject);
  try {
    return toJsonText(bytes);
  } catch {
    throw publicRefusal(notAJsonObject);
  }
}

/** @returns the value of a JSON text, every number exact; null for what is none */
export function parseExactly(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(toJsonText(bytes));
  } catch {
    return null;
  }
}

/** @throws TypeError when it is not UTF-8 */
const toJsonText = (bytes: Uint8Array) => spoilInexactNumbers(utf8.decode(bytes));

/**
 * The same as an object.
 *
 * @throws PublicError also when the text is malformed, or is an array, a text, a number or null
 */
export async function readJsonObject(req: Request, res: Response): Promise<object> {
  const text = await readJsonText(req, res);
  const value = parse(text);
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

function readBytes(req: Request, res: Response): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    raw(req, res, (error: unknown) => {
      if (error === undefined) resolve(req.body);
      else reject(publicRefusal(isTooLarge(error) ? bodyTooLarge : notAJsonObject));
    });
  });
}

const isTooLarge = (error: unknown) =>
  error instanceof Error && "type" in error && error.type === "entity.too.large";
