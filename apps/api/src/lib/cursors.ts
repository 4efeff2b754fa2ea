/*
 * Where a list goes on, as callers carry it: opaque to them, and read back only by the list that gave
 * it.
 */

/** @param place where the list goes on, in words of its own */
export function writeCursor(list: string, place: string): string {
  return Buffer.from(`${list} ${place}`).toString("base64url");
}

/** @returns the place; null for what this list never wrote */
export function readCursor(list: string, cursor: string): string | null {
  const text = Buffer.from(cursor, "base64url").toString();
  if (!text.startsWith(`${list} `)) return null;
  const place = text.slice(list.length + 1);
  // Base64 and UTF-8 are read leniently: only what comes out the same again was written by us.
  return writeCursor(list, place) === cursor ? place : null;
}
