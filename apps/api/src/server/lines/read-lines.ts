import { Gathered } from "../../kit/gathered.ts";

const newline = 0x0a;

/**
 * Splits bytes into lines as they arrive, without the newlines. Skips blank lines.
 *
 * @param maxBytes maximum size of a line
 * @returns the lines, with null in place of a line that is too long
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array | null, void> {
  const gathered = new Gathered(maxBytes);
  let length = 0;
  const add = (part: Uint8Array) => {
    length += part.byteLength;
    // Nothing is kept of a line that is too long.
    if (length <= maxBytes) gathered.add(part);
    else gathered.take();
  };
  const take = () => {
    const line = gathered.take();
    const isTooLong = length > maxBytes;
    length = 0;
    // A copy, because a short line would otherwise keep the whole chunk in memory.
    return isTooLong ? null : Buffer.from(line);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      const line = take();
      if (line === null || !isBlank(line)) yield line;
    }
    add(chunk.subarray(start));
  }
  const last = take();
  if (last === null || !isBlank(last)) yield last;
}

const isBlank = (line: Uint8Array) =>
  line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
