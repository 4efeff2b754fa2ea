/*
 * Cursors: the place where a list continues, opaque to callers. Only the list that wrote a cursor reads it.
 */

/** @param place where the list continues, in a form of its own */
export function writeCursor(list: string, place: string): string {
  return Buffer.from(`${list} ${place}`).toString("base64url");
}

/** @returns the place; null for a cursor that this list did not write */
export function readCursor(list: string, cursor: string): string | null {
  const text = Buffer.from(cursor, "base64url").toString();
  if (!text.startsWith(`${list} `)) return null;
  const place = text.slice(list.length + 1);
  // Base64 and UTF-8 decoding is lenient: the list wrote a cursor only if encoding it again gives the same.
  return writeCursor(list, place) === cursor ? place : null;
}
