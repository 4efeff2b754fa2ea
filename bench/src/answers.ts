/** The end of a chunked body. JSON has no line breaks of this kind. */
const lastChunk = "\r\n0\r\n\r\n";

/**
 * Finds out where each HTTP/1.1 answer of a connection ends, and reads no more of it than that: status, and length or
 * last chunk.
 *
 * @param whole is told an answer's status, once all of it is there
 * @returns takes the bytes as they come: the first `size` of a buffer
 * @throws Error for an answer that says no length, and when more comes than one answer
 */
export function answerReader(whole: (status: number) => void) {
  let head = "";
  let status = 0;
  let left = 0; // bytes of the body; Infinity: of a chunked body
  let tail = ""; // of a chunked body

  const bodyStart = (bytes: Buffer, size: number): number => {
    const before = head.length;
    head += bytes.toString("latin1", 0, size);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return -1;
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    if (length === undefined && !isChunked) throw new Error(`An answer says no length:\n${head}`);
    left = isChunked ? Number.POSITIVE_INFINITY : Number(length);
    status = Number(head.slice(9, 12));
    head = "";
    return end + 4 - before;
  };

  const isWhole = (bytes: Buffer, start: number, size: number): boolean => {
    if (left === Number.POSITIVE_INFINITY) {
      const from = Math.max(start, size - lastChunk.length);
      tail = (tail + bytes.toString("latin1", from, size)).slice(-lastChunk.length);
      return tail === lastChunk;
    }
    left -= size - start;
    if (left < 0) throw new Error("More came than one answer.");
    return left === 0;
  };

  return (size: number, bytes: Buffer): void => {
    const start = status === 0 ? bodyStart(bytes, size) : 0;
    if (start < 0 || !isWhole(bytes, start, size)) return;
    const answered = status;
    status = 0;
    tail = "";
    whole(answered);
  };
}
