import { toHex } from "./bytes.ts";
import { newKeyPair, newTopicKey, open, seal, sessionKey, type TopicKey } from "./envelope.ts";
import { newId, openRelay, type Relay } from "./relay.ts";

/*
 * A session with a wallet by WalletConnect 2, as the page's side of it: the pairing, the proposal, the session and requests
 * (https://specs.walletconnect.com/2.0/specs/clients/sign).
 */

/** The relay, the project that is registered there, and the chain that is paid on. */
export interface WalletConnectTerms {
  readonly projectId: string;
  readonly relayUrl: string;
  readonly chainId: number;
}

export interface Session {
  /** The wallet's accounts on the chain. */
  accounts(): readonly string[];
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  end(): void;
}

/** Of each kind of message: its number and the number of its answer, and how long the relay keeps them, in seconds. */
const kinds = {
  wc_sessionPropose: { tag: 1100, answer: 1101, ttl: 300, prompt: true },
  wc_sessionSettle: { tag: 1102, answer: 1103, ttl: 300, prompt: false },
  wc_sessionUpdate: { tag: 1104, answer: 1105, ttl: 86_400, prompt: false },
  wc_sessionExtend: { tag: 1106, answer: 1107, ttl: 86_400, prompt: false },
  wc_sessionRequest: { tag: 1108, answer: 1109, ttl: 300, prompt: true },
  wc_sessionEvent: { tag: 1110, answer: 1111, ttl: 300, prompt: true },
  wc_sessionDelete: { tag: 1112, answer: 1113, ttl: 86_400, prompt: false },
  wc_sessionPing: { tag: 1114, answer: 1115, ttl: 30, prompt: false },
} as const;

type Kind = keyof typeof kinds;

/** The codes of EIP-1193. */
const rejected = 4001;
const unknownChain = 4902;
const disconnected = 4900;
/** The protocol's codes for a refusal by the wallet's owner. */
const refusals: ReadonlySet<unknown> = new Set([5000, 5001, 5002, 5003]);

const methods = ["eth_sendTransaction", "eth_signTypedData_v4"];
const events = ["accountsChanged", "chainChanged"];
const answerWithinMs = 300_000;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Proposes a session to whichever wallet opens the address that it shows.
 *
 * @param showUri shows the address, as a QR code or a link
 * @param onChange is called when the wallet's accounts change; with none when the wallet ends the session
 * @throws Error with a code of EIP-1193
 */
export function proposeSession(
  terms: WalletConnectTerms,
  showUri: (uri: string) => void,
  onChange: (accounts: readonly string[]) => void,
  signal: AbortSignal,
): Promise<Session> {
  const chain = `eip155:${terms.chainId}`;
  const pairing = newTopicKey();
  const pair = newKeyPair();
  const waiting = new Map<number, Waiting>();
  let session: TopicKey | null = null;
  let accounts: readonly string[] = [];
  let isOver = false;

  const { promise: settled, resolve: settle, reject: fail } = Promise.withResolvers<void>();
  const relay: Relay = openRelay(
    terms,
    (topic, message) => {
      receive(topic, message).catch(reportError);
    },
    () => end("The connection to the wallet was lost."),
  );
  const gaveUp = () => end("The connection was given up.");
  signal.addEventListener("abort", gaveUp);

  async function send(kind: Kind, by: TopicKey, params: object): Promise<unknown> {
    const id = newId();
    const { tag, ttl, prompt } = kinds[kind];
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(
      () => reject(failure(disconnected, "The wallet did not answer.")),
      answerWithinMs,
    );
    waiting.set(id, { resolve, reject });
    try {
      const message = seal(by, { id, jsonrpc: "2.0", method: kind, params });
      await relay.publish({ topic: by.topic, message, tag, ttl, prompt });
      return await promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  }

  async function answer(kind: Kind, by: TopicKey, id: number): Promise<void> {
    const { answer: tag, ttl } = kinds[kind];
    const message = seal(by, { id, jsonrpc: "2.0", result: true });
    await relay.publish({ topic: by.topic, message, tag, ttl, prompt: false });
  }

  async function receive(topic: string, sealed: string): Promise<void> {
    const by = [pairing, session].find((one) => one?.topic === topic);
    if (by === undefined || by === null) return;
    const { id, method, params, result, error } = open(by, sealed) as Received;
    if (method === undefined) {
      if (error === undefined) waiting.get(id)?.resolve(result);
      else waiting.get(id)?.reject(errorOf(error));
      return;
    }
    if (by !== session || !(method in kinds)) return;
    const kind = method as Kind;
    if (kind === "wc_sessionSettle" || kind === "wc_sessionUpdate") {
      accounts = accountsIn(params?.namespaces, chain);
    }
    await answer(kind, by, id);
    if (kind === "wc_sessionSettle") settle();
    if (kind === "wc_sessionUpdate") onChange(accounts);
    if (kind === "wc_sessionDelete") end("The wallet ended the connection.");
  }

  function end(why: string): void {
    if (isOver) return;
    isOver = true;
    const error = failure(disconnected, why);
    fail(error);
    for (const { reject } of waiting.values()) reject(error);
    relay.close();
    signal.removeEventListener("abort", gaveUp);
    if (accounts.length > 0) onChange([]);
  }

  async function begin(): Promise<Session> {
    await relay.subscribe(pairing.topic);
    const expiry = Math.floor(Date.now() / 1_000) + kinds.wc_sessionPropose.ttl;
    showUri(uriOf(pairing, expiry));
    const proposal = {
      requiredNamespaces: {},
      optionalNamespaces: { eip155: { chains: [chain], methods, events } },
      relays: [{ protocol: "irn" }],
      pairingTopic: pairing.topic,
      proposer: { publicKey: pair.publicKey, metadata: metadata() },
      expiryTimestamp: expiry,
    };
    const accepted = (await send("wc_sessionPropose", pairing, proposal)) as {
      readonly responderPublicKey: string;
    };
    session = sessionKey(pair, accepted.responderPublicKey);
    await relay.subscribe(session.topic);
    await settled;
    const by = session;
    if (accounts.length === 0) {
      throw failure(unknownChain, "The wallet has no account on the chain.");
    }
    return {
      accounts: () => accounts,
      request: async (method, params) => {
        if (isOver) throw failure(disconnected, "The wallet ended the connection.");
        const expiryTimestamp = Math.floor((Date.now() + answerWithinMs) / 1_000);
        const request = { method, params, expiryTimestamp };
        return send("wc_sessionRequest", by, { request, chainId: chain });
      },
      end: () => {
        if (isOver) return;
        const reason = { code: 6000, message: "User disconnected." };
        const { tag, ttl, prompt } = kinds.wc_sessionDelete;
        const message = seal(by, {
          id: newId(),
          jsonrpc: "2.0",
          method: "wc_sessionDelete",
          params: reason,
        });
        relay
          .publish({ topic: by.topic, message, tag, ttl, prompt })
          .catch(() => undefined) // the wallet ends it by itself later
          .finally(() => end("The connection was ended."));
      },
    };
  }

  settled.catch(() => undefined); // `begin` reports it
  return begin().catch((error: unknown) => {
    end("The connection failed.");
    throw error;
  });
}

interface Received {
  readonly id: number;
  readonly method?: string;
  readonly params?: { readonly namespaces?: unknown };
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** The address that a wallet opens: the pairing's topic and key. */
function uriOf({ topic, key }: TopicKey, expiry: number): string {
  const query = new URLSearchParams({
    expiryTimestamp: String(expiry),
    "relay-protocol": "irn",
    symKey: toHex(key),
  });
  return `wc:${topic}@2?${query}`;
}

/** The description of the page that the wallet shows. */
const metadata = () => ({
  name: document.title,
  description: "A payment in USDC",
  url: location.origin,
  icons: [],
});

/** The addresses of a chain, written as `eip155:8453:0x…` in any of the namespaces. */
function accountsIn(namespaces: unknown, chain: string): string[] {
  const all = Object.values(Object(namespaces)).flatMap((one) => Object(one).accounts ?? []);
  return all.flatMap((one: unknown) => {
    const text = String(one);
    const address = text.slice(chain.length + 1);
    return text.startsWith(`${chain}:`) && /^0x[0-9a-fA-F]{40}$/.test(address) ? [address] : [];
  });
}

const failure = (code: number, message: string) => Object.assign(new Error(message), { code });

function errorOf({ code, message }: NonNullable<Received["error"]>): Error {
  const known = refusals.has(code) ? rejected : Number(code);
  return failure(known, String(message ?? "The wallet gave no reason."));
}
