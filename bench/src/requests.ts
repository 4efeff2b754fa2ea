import { apiKey } from "./service.ts";

/* Whole HTTP/1.1 requests as ASCII text, as load.ts sends them. */

/** GETs of some paths, each in turn. */
export function gets(paths: readonly string[]): () => string {
  const requests = paths.map((path) => `${headOf("GET", path)}\r\n`);
  let turn = 0;
  return () => {
    turn = (turn + 1) % requests.length;
    return requests[turn] ?? "";
  };
}

/**
 * POSTs of JSON.
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

const headOf = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n`;
