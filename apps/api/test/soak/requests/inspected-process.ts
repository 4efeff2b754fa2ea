import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** The memory of a process after garbage collection, in bytes. */
export interface Held {
  /** Objects of JavaScript. */
  readonly heap: number;
  /** Buffers and what else is outside of the heap. */
  readonly external: number;
}

/** Has a process be looked into from outside: the service knows nothing of it. */
export const inspected = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

/** How often it is looked, and the pause between two looks in milliseconds. */
const looks = 6;
const pauseMs = 1_000;
/** How long a process may take to say what it is asked, in milliseconds. */
const patienceMs = 60_000;

/**
 * The least of what it holds within some seconds: what is on its way just then, such as a connection that
 * closes, is not held.
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

/** The names of all that every object, list, text and function of a process has, one text for each kind. */
export async function inheritedNamesIn(logFile: string): Promise<string> {
  return evaluated(
    logFile,
    `JSON.stringify([Object, Array, String, Number, Boolean, Function].map(({ name, prototype }) =>
      [name, ...Reflect.ownKeys(prototype).map(String)].join(" ")))`,
  );
}

/** @throws Error when the process has ended, or does not answer in time */
async function evaluated(logFile: string, expression: string): Promise<string> {
  const [, url = ""] = /Debugger listening on (\S+)/.exec(await readFile(logFile, "utf8")) ?? [];
  const socket = new WebSocket(url);
  try {
    await next(socket, "open");
    // Weakly held objects are collected in the second round.
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
