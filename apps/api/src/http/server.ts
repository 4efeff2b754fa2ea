import { randomUUID } from "node:crypto";
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";

/** An HTTP server whose own refusals, of what is not HTTP or too large, have our form of error too. */
export function httpServer(listener: RequestListener): Server {
  // A request without Host is answered as any other, and so is one that expects what we do not know.
  const server = createServer({ requireHostHeader: false }, listener);
  server.on("checkExpectation", listener);
  const answers = new WeakMap<Socket, ServerResponse>();
  server.on("request", (req, res) => answers.set(req.socket, res));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answers.get(socket);
    // Into an answer that has begun nothing else may be written: its end tells that it is not whole.
    const hasBegun = answer?.headersSent === true && !answer.writableFinished;
    if (error.code === "ECONNRESET" || !socket.writable || hasBegun) {
      socket.destroy();
      return;
    }
    const [status, message] = refusalOf(error.code);
    const body = JSON.stringify({ error: message });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  });
  return server;
}

function refusalOf(code: string | undefined): [status: number, message: string] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return [431, "Request address and headers must be at most 16 KiB together."];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "Request took too long to arrive."];
    default:
      return [400, "Request is not valid HTTP."];
  }
}
