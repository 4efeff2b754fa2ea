import { connect } from "node:net";
import { answerReader } from "./answers.ts";
import { type Latencies, latencies } from "./latencies.ts";

/** How long and how wide. */
export interface Width {
  /** Callers at a time, a request at a time each. */
  readonly connections: number;
  readonly seconds: number;
}

/** What a run has come to. */
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
 * Sends requests for so many seconds over HTTP/1.1 connections that stay open, and waits for the last
 * answers. It does as little as a caller can, since it shares the machine with what it measures: 18 to
 * 20 µs of CPU a request where autocannon 9 takes 48 to 59 (peers/bare-http.ts with answers of 1.4 kB on
 * 2 cores, 32 and 128 callers). Whoever starts the measure has nothing else to do meanwhile, so it has no
 * process of its own.
 *
 * @param urls the servers: a connection to each in turn
 * @param requestOf makes the next request, head and body, in ASCII (requests.ts)
 */
export async function load(
  urls: readonly string[],
  requestOf: () => string,
  { connections, seconds }: Width,
): Promise<Load> {
  const statuses = new Map<number, number>();
  const taken = latencies();
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
  const answers = taken.count();
  return {
    statuses,
    answers,
    rate: answers / took,
    p50Ms: taken.percentile(0.5),
    p99Ms: taken.percentile(0.99),
  };
}

interface Call {
  readonly requestOf: () => string;
  /** As performance.now() tells time. */
  readonly until: number;
  readonly answered: (status: number) => void;
  readonly taken: Latencies;
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
    taken.add(now - sent);
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
