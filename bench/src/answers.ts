/**
 * Finds out where each HTTP/1.1 answer of a connection ends, and reads no more of it than that: status and
 * length.
 *
 * @param whole is told an answer's status, once all of it is there
 * @returns takes the bytes as they come: the first `size` of a buffer
 * @throws Error for an answer that says no length, and when more comes than one answer
 */
export function answerReader(whole: (status: number) => void) {
  let head = "";
  let status = 0;
  let left = 0; // bytes of the body

  const bodyStart = (bytes: Buffer, size: number): number => {
    const before = head.length;
    head += bytes.toString("latin1", 0, size);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return -1;
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    if (length === undefined) throw new Error(`An answer says no Content-Length:\n${head}`);
    left = Number(length);
    status = Number(head.slice(9, 12));
    head = "";
    return end + 4 - before;
  };

  return (size: number, bytes: Buffer): void => {
    const start = status === 0 ? bodyStart(bytes, size) : 0;
    if (start < 0) return;
    left -= size - start;
    if (left > 0) return;
    if (left < 0) throw new Error("More came than one answer.");
    const answered = status;
    status = 0;
    whole(answered);
  };
}
