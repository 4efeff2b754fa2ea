import type { Socket } from "node:net";

/**
 * How long a caller has to read the response and close the connection, in milliseconds. Closing a socket while the peer
 * still sends would make the peer lose data that it has not read.
 */
const lingerMs = 1_000;

/** Ends a connection after everything written to it. What still arrives is discarded. */
export function linger(socket: Socket): void {
  socket.end();
  socket.resume();
  const patience = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(patience));
}
