import { Gathered } from "../connections/gathered.ts";

const newline = 0x0a;

/**
 * Splits bytes into lines as they arrive, without what ends them. Blank ones are left out.
 *
 * @param maxBytes of one line. @returns null in the place of a line that is longer: it is passed over
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array | null, void> {
  const gathered = new Gathered(maxBytes);
  let length = 0;
  const add = (part: Uint8Array) => {
    length += part.byteLength;
    // Of one that is too long already nothing is kept.
    if (length <= maxBytes) gathered.add(part);
    else gathered.take();
  };
  const take = () => {
    const line = gathered.take();
    const isTooLong = length > maxBytes;
    length = 0;
    // A copy: a short line would otherwise keep the whole chunk in memory.
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
