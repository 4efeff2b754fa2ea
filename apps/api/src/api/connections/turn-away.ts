import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Connection } from "./connections.ts";

/** What is said to a caller who sends nothing that an operation could answer. */
export interface Refused {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * How long a caller has to read that and to leave, in milliseconds. Whoever closes while the other side still sends
 * makes it lose what it has not read.
 */
const lingerMs = 1_000;

/**
 * Answers nothing more on a connection: requests that came whole get their answers, then it is said why, and the
 * connection is ended. Where an answer has begun already to a request that did not come whole, nothing is said: that the
 * connection ends tells that the answer is not whole.
 */
export function turnAway(connection: Connection, why: Refused): void {
  if (connection.isTurnedAway) return; // and more comes of it
  connection.isTurnedAway = true;
  const { socket, underWay, newest } = connection;
  const broken = newest !== null && !newest.req.complete ? newest : null;
  const end = () => {
    if (broken?.headersSent) socket.destroySoon();
    else say(socket, why);
  };
  // Answers are given in the order of their requests.
  const last = [...underWay].filter((response) => response !== broken).at(-1);
  if (last === undefined) {
    end();
    return;
  }
  socket.pause();
  last.once("close", end);
}

function say(socket: Socket, { status, message, headers }: Refused): void {
  const body = JSON.stringify({ error: message });
  const fields = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "X-Request-Id": randomUUID(),
    ...headers,
    Connection: "close",
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  // What still comes is passed over.
  socket.resume();
  const patience = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(patience));
}
