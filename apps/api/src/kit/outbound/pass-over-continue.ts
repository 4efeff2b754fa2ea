import type { Socket } from "node:net";

/** How the head of a 1xx answer begins. */
const begin = "HTTP/1.1 1";

/**
 * Makes a socket's `100 Continue` read as `102 Processing`, since undici breaks off a connection at a 100 to a request
 * without `Expect` (RFC 9110, section 15.2: a client parses any number of 1xx answers, also unexpected ones). Both have the
 * same length and no body, so nothing else changes.
 */
export function passOverContinue<One extends Socket>(socket: One): One {
  const read = socket.read.bind(socket);
  /** The beginning of a head. Each chunk may have a part of it. */
  let head = "";
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    for (const [index, byte] of chunk?.entries() ?? []) {
      head += String.fromCharCode(byte);
      if (!begin.startsWith(head.slice(0, begin.length))) {
        // The final answer. The next chunk may begin another; if it is part of a body instead, a digit of a log differs.
        head = "";
        break;
      }
      if (head === `${begin}00`) chunk?.write("2", index);
      if (head.endsWith("\r\n\r\n")) head = "";
      else if (head.length > 32) head = begin + head.slice(-4); // nothing but its end matters
    }
    return chunk;
  };
  return socket;
}
