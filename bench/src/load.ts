import { connect } from "node:net";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

/** How long and how wide. */
export interface Width {
  /** Callers at a time, a request at a time each. */
  readonly connections: number;
  readonly seconds: number;
}

/** The result of a run. */
export interface Load {
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly answers: number;
  /** Answers a second. */
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends requests for some seconds over HTTP/1.1 connections that stay open, and waits for the last answers. It does as little
 * as a caller can, because it shares the machine with what it measures: 18 to 20 µs of CPU a request where autocannon 9 takes
 * 48 to 59 (answers of 1.4 kB on 2 cores, 32 and 128 callers). It runs in the process that starts the measurement, which is
 * idle meanwhile.
 *
 * @param urls the servers, which the connections use in rotation
 * @param requestOf makes the next request, head and body, in ASCII (requests.ts)
 */
export async function load(
  urls: readonly string[],
  requestOf: () => string,
  { connections, seconds }: Width,
): Promise<Load> {
  const statuses = new Map<number, number>();
  const taken = createHistogram();
  const begin = performance.now();
  const call = {
    requestOf,
    until: begin + seconds * 1_000,
    answered: (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1),
    taken,
  };
  const servers = urls.map((url) => new URL(url));
  await Promise.all(
    Array.from({ length: connections }, (_, place) =>
      converse(servers[place % servers.length] as URL, call),
    ),
  );
  const took = (performance.now() - begin) / 1_000;
  const answers = taken.count;
  return {
    statuses,
    answers,
    rate: answers / took,
    p50Ms: taken.percentile(50) / 1_000,
    p99Ms: taken.percentile(99) / 1_000,
  };
}

interface Call {
  readonly requestOf: () => string;
  /** As performance.now() tells time. */
  readonly until: number;
  readonly answered: (status: number) => void;
  /** Latencies in microseconds. */
  readonly taken: RecordableHistogram;
}

/** One connection: a request, its answer, the next request. */
function converse(to: URL, { requestOf, until, answered, taken }: Call): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let sent = 0;
  let isOver = false;
  const send = () => {
    sent = performance.now();
    socket.write(requestOf(), "latin1");
  };
  const read = answerReader((status) => {
    const now = performance.now();
    taken.record(Math.max(1, Math.round((now - sent) * 1_000)));
    answered(status);
    isOver = now >= until;
    if (isOver) socket.end();
    else send();
  });
  const socket = connect({
    host: to.hostname,
    port: Number(to.port),
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(65_536),
      callback: (size, bytes) => {
        try {
          read(size, bytes as Buffer);
        } catch (error) {
          reject(error);
          socket.destroy();
        }
        return true;
      },
    },
  });
  socket.once("connect", send);
  socket.once("error", reject);
  socket.once("close", () => {
    if (isOver) resolve();
    else reject(new Error(`${to.origin} closed a connection in the midst of a request.`));
  });
  return promise;
}

/** The end of a chunked body. JSON has no line breaks of this kind. */
const lastChunk = "\r\n0\r\n\r\n";

/**
 * Finds the end of each HTTP/1.1 response of a connection, by its status and its length or last chunk.
 *
 * @param whole is called with the status of each complete response
 * @returns a function that takes the next bytes: the first `size` of a buffer
 * @throws Error for a response without a length, and for bytes after the response
 */
function answerReader(whole: (status: number) => void) {
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
