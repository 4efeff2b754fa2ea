import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A response as it was sent. */
export interface RawAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which any bytes can be sent. */
export interface Raw {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** The bytes received so far, as text. */
  received(): string;
  /** The complete responses in them, in order. */
  answers(): RawAnswer[];
  /** Resolves when the connection has ended, in any way. */
  readonly closed: Promise<void>;
}

/** @param options.reads whether received bytes are read; default true */
export async function dial(
  url: string,
  { reads = true }: { readonly reads?: boolean } = {},
): Promise<Raw> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = "";
  if (reads) {
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  // Ends this side too when the other one ends, or the connection would stay half open.
  socket.on("end", () => socket.end());
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await once(socket, "connect");
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    received: () => text,
    answers: () => answersIn(text),
    closed,
  };
}

/** Sends a byte now and then until the connection has ended or all bytes are sent. */
export async function dribble({ socket, send, closed }: Raw, bytes: string): Promise<void> {
  let isOver = false;
  void closed.then(() => {
    isOver = true;
  });
  for (const byte of bytes) {
    if (isOver || socket.writableEnded) return;
    send(byte);
    await sleep(40);
  }
}

/** Sends bytes on a new connection. @returns the responses before it was closed */
export async function exchange(url: string, bytes: string | Uint8Array): Promise<RawAnswer[]> {
  const raw = await dial(url);
  raw.send(bytes);
  await raw.closed;
  return raw.answers();
}

/** A request's head, with Host, the key and the given headers. */
export function head(
  request: `${string} ${string}`,
  headers: Readonly<Record<string, string | number>> = {},
): string {
  const lines = Object.entries({ Host: "usance", ...headers });
  return `${request} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

const interim = /^HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n/;

/** The complete responses in a text, with Content-Length or in chunks, as the service sends them. */
function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text.replace(interim, "");
  for (let end = rest.indexOf("\r\n\r\n"); end >= 0; end = rest.indexOf("\r\n\r\n")) {
    const [line = "", ...fields] = rest.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(
      fields.map((field) => {
        const colon = field.indexOf(":");
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    const body = bodyIn(rest.slice(end + 4), headers);
    if (body === null) break;
    answers.push({ status: Number(line.split(" ")[1]), headers, body: body.text });
    rest = rest.slice(end + 4 + body.length).replace(interim, "");
  }
  return answers;
}

/** @returns null while it is incomplete */
function bodyIn(
  text: string,
  headers: RawAnswer["headers"],
): { readonly text: string; readonly length: number } | null {
  if (headers["transfer-encoding"] !== "chunked") {
    const length = Number(headers["content-length"] ?? 0);
    return text.length < length ? null : { text: text.slice(0, length), length };
  }
  let body = "";
  let at = 0;
  for (;;) {
    const end = text.indexOf("\r\n", at);
    const size = end < 0 ? Number.NaN : Number.parseInt(text.slice(at, end), 16);
    if (Number.isNaN(size) || text.length < end + 4 + size) return null;
    body += text.slice(end + 2, end + 2 + size);
    at = end + 4 + size;
    if (size === 0) return { text: body, length: at };
  }
}
