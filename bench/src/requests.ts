import { apiKey } from "./service.ts";

/* Whole HTTP/1.1 requests as ASCII text, as load.ts sends them. */

/** Makes GETs of some paths, in rotation. */
export function gets(paths: readonly string[]): () => string {
  const requests = paths.map((path) => `${headOf("GET", path)}\r\n`);
  let place = 0;
  return () => {
    place = (place + 1) % requests.length;
    return requests[place] ?? "";
  };
}

/**
 * Makes POSTs of JSON.
 *
 * @param bodyOf makes the next body. Few lengths are best: a head is made for each of them, once
 * @param lineOf makes one more line of the next head: `Name: value`
 */
export function posts(path: string, bodyOf: () => string, lineOf?: () => string): () => string {
  const heads = new Map<number, string>();
  const headFor = (length: number) => {
    const typed = `${headOf("POST", path)}Content-Type: application/json\r\n`;
    const head = `${typed}Content-Length: ${length}\r\n`;
    heads.set(length, head);
    return head;
  };
  return () => {
    const body = bodyOf();
    const head = heads.get(body.length) ?? headFor(body.length);
    return lineOf === undefined ? `${head}\r\n${body}` : `${head}${lineOf()}\r\n\r\n${body}`;
  };
}

/** A POST of JSON to a path of its own. */
export function post(path: string, body: string): string {
  const typed = `${headOf("POST", path)}Content-Type: application/json\r\n`;
  return `${typed}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const headOf = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n`;

/** @returns the answer's JSON. @throws Error unless it has this status */
export async function call(url: string, status: number, body?: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const answer = await fetch(
    url,
    body === undefined ? { headers } : { headers, method: "POST", body },
  );
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${url}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/**
 * Checks that a peer's responses have all fields of the service's: a shorter response would be less work.
 *
 * @throws Error with what is missing or different
 */
export function assertSameShape(ours: unknown, theirs: unknown, where = "answer"): void {
  if (typeof ours !== "object" || ours === null) {
    if (formOf(ours) === formOf(theirs)) return;
    throw new Error(`${where}: ${String(theirs)} in place of ${String(ours)}`);
  }
  for (const [name, value] of Object.entries(ours)) {
    assertSameShape(value, (theirs as Record<string, unknown> | null)?.[name], `${where}.${name}`);
  }
}

/** Ids and times differ from answer to answer, but not in their form. */
const formOf = (value: unknown) =>
  typeof value === "string"
    ? value.replace(/\d/g, "0").replace(/\b[a-z][a-z0-9]{23}\b/, "id")
    : value;
