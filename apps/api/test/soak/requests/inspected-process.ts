import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** The memory of a process after garbage collection, in bytes. */
export interface Held {
  /** JavaScript objects. */
  readonly heap: number;
  /** Buffers and other memory outside the heap. */
  readonly external: number;
}

/** Lets the soak inspect a process from outside, without the service's help. */
export const inspected = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

/** How often memory is measured, and the pause between two measurements in milliseconds. */
const looks = 6;
const pauseMs = 1_000;
/** The timeout of a command to the inspector, in milliseconds. */
const patienceMs = 60_000;

/**
 * The smallest memory within some seconds. Temporary objects, such as closing connections, do not count.
 *
 * @param logFile where the process has printed the address of its inspector
 */
export async function heldBy(logFile: string): Promise<Held> {
  const seen: Held[] = [];
  while (seen.length < looks) {
    if (seen.length > 0) await sleep(pauseMs);
    const usage = await evaluated(logFile, "JSON.stringify(process.memoryUsage())");
    const { heapUsed: heap, external } = JSON.parse(usage);
    seen.push({ heap, external });
  }
  return {
    heap: Math.min(...seen.map(({ heap }) => heap)),
    external: Math.min(...seen.map(({ external }) => external)),
  };
}

/** The property names of all objects, arrays, strings and functions of a process: one text for each prototype. */
export async function inheritedNamesIn(logFile: string): Promise<string> {
  return evaluated(
    logFile,
    `JSON.stringify([Object, Array, String, Number, Boolean, Function].map(({ name, prototype }) =>
      [name, ...Reflect.ownKeys(prototype).map(String)].join(" ")))`,
  );
}

/** @throws Error when the process has ended, or does not respond in time */
async function evaluated(logFile: string, expression: string): Promise<string> {
  const [, url = ""] = /Debugger listening on (\S+)/.exec(await readFile(logFile, "utf8")) ?? [];
  const socket = new WebSocket(url);
  try {
    await next(socket, "open");
    // Objects that are only held weakly are collected in the second round.
    await asked(socket, "HeapProfiler.collectGarbage");
    await asked(socket, "HeapProfiler.collectGarbage");
    const { result } = await asked(socket, "Runtime.evaluate", { expression });
    return String(result?.value);
  } finally {
    socket.close();
  }
}

interface Reply {
  readonly result?: { readonly value?: unknown };
}

async function asked(socket: WebSocket, method: string, params: object = {}): Promise<Reply> {
  socket.send(JSON.stringify({ id: 1, method, params }));
  const { data } = (await next(socket, "message")) as Event & { readonly data: string };
  return JSON.parse(data).result;
}

function next(socket: WebSocket, what: "open" | "message"): Promise<Event> {
  const { promise, resolve, reject } = Promise.withResolvers<Event>();
  const gone = () => reject(new Error("the process cannot be looked into"));
  const once = { once: true, signal: AbortSignal.timeout(patienceMs) };
  once.signal.addEventListener("abort", gone);
  socket.addEventListener(what, resolve, once);
  socket.addEventListener("close", gone, once);
  return promise;
}
