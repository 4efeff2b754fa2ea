import { relayToken } from "./relay-auth.ts";

/** A message of a topic. The relay keeps it for a while, until the other side takes it. */
interface Published {
  readonly topic: string;
  readonly message: string;
  /** How long the relay keeps it, in seconds. */
  readonly ttl: number;
  /** The message type, a number of the protocol. The relay may wake a wallet for some types. */
  readonly tag: number;
  readonly prompt: boolean;
}

export interface Relay {
  subscribe(topic: string): Promise<void>;
  publish(message: Published): Promise<void>;
  close(): void;
}

const answerWithinMs = 15_000;
const maxTries = 5;
const pauseMs = 1_000;

/**
 * Connects to a relay, which passes encrypted messages between the page and the wallet
 * (https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc). A connection that breaks is opened again,
 * with all topics: messages that arrive meanwhile wait at the relay.
 *
 * @param onMessage is called once for each message, with its topic
 * @param onLost is called when the relay cannot be reached any more
 */
export function openRelay(
  { relayUrl, projectId }: { readonly relayUrl: string; readonly projectId: string },
  onMessage: (topic: string, message: string) => void,
  onLost: () => void,
): Relay {
  const topics = new Set<string>();
  const seen = new Set<string>();
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let socket: Promise<WebSocket> = connect();
  let isClosed = false;

  function connect(): Promise<WebSocket> {
    const url = new URL(relayUrl);
    url.searchParams.set("auth", relayToken(relayUrl));
    url.searchParams.set("projectId", projectId);
    url.searchParams.set("ua", "wc-2/js-usance");
    const opening = new WebSocket(url);
    opening.addEventListener("message", ({ data }) => receive(opening, String(data)));
    return new Promise((resolve, reject) => {
      opening.addEventListener("open", () => resolve(opening));
      opening.addEventListener("close", () => {
        reject(new Error("The relay cannot be reached."));
        broken(opening);
      });
    });
  }

  /** Requests on a broken connection never get an answer. */
  function broken(old: WebSocket): void {
    for (const { reject } of waiting.values()) reject(new Error("The connection broke."));
    waiting.clear();
    if (isClosed || old.readyState === WebSocket.OPEN) return;
    if (topics.size > 0) void again();
  }

  let isTrying = false;
  async function again(): Promise<void> {
    if (isTrying) return;
    isTrying = true;
    for (let tries = 1; tries <= maxTries && !isClosed; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs * tries));
      socket = connect();
      try {
        await socket;
        for (const topic of topics) await call("irn_subscribe", { topic });
        isTrying = false;
        return;
      } catch {
        // The next try follows.
      }
    }
    isTrying = false;
    if (!isClosed) onLost();
  }

  function receive(from: WebSocket, data: string): void {
    const { id, method, params, error } = JSON.parse(data);
    if (method === "irn_subscription") {
      from.send(JSON.stringify({ id, jsonrpc: "2.0", result: true }));
      const { topic, message } = params.data;
      const key = `${topic} ${message}`;
      if (!topics.has(topic) || seen.has(key)) return;
      seen.add(key);
      onMessage(topic, message);
      return;
    }
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve();
    else call?.reject(new Error(String(error.message)));
  }

  async function call(method: string, params: object): Promise<void> {
    const open = await socket;
    const id = newId();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error("The relay does not answer."));
      }, answerWithinMs);
      const settled =
        <Args extends unknown[]>(end: (...args: Args) => void) =>
        (...args: Args) => {
          clearTimeout(timer);
          end(...args);
        };
      waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      open.send(JSON.stringify({ id, jsonrpc: "2.0", method, params }));
    });
  }

  socket.catch(() => undefined); // the first call reports it
  return {
    subscribe: async (topic) => {
      topics.add(topic);
      await call("irn_subscribe", { topic });
    },
    publish: (message) => call("irn_publish", message),
    close: () => {
      isClosed = true;
      socket.then(
        (open) => open.close(),
        () => undefined,
      );
    },
  };
}

let last = 0;

/** Ids of requests are times in the protocol, with three digits that make them unique. */
export function newId(): number {
  last = Math.max(last + 1, Date.now() * 1_000);
  return last;
}
