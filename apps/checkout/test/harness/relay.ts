import { afterAll, beforeAll } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

/** A message as the relay sees it: sealed, with its topic and its number. */
interface Passed {
  readonly topic: string;
  readonly message: string;
  readonly tag: number;
}

/**
 * A relay of WalletConnect on this machine: it passes messages on by topic, and stores those without a subscriber
 * (https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc).
 */
export interface TestRelay {
  readonly url: string;
  /** The query parameters of each connection. */
  readonly connections: URLSearchParams[];
  readonly passed: Passed[];
  /** Cuts the page's connections, but not the wallet's. */
  breakOff(): void;
}

/** @param port its port, which the service must know before it starts */
export function useRelay(port: number): () => TestRelay {
  let relay: TestRelay | undefined;
  const server = new WebSocketServer({ port, host: "127.0.0.1" });
  const passed: Passed[] = [];
  const connections: URLSearchParams[] = [];
  const kept = new Map<string, Passed[]>();
  const subscribers = new Map<string, Set<WebSocket>>();
  const pages = new Set<WebSocket>();
  let ids = 0;

  const give = (socket: WebSocket, one: Passed) => {
    ids += 1;
    const { topic, message, tag } = one;
    const data = { topic, message, tag, publishedAt: Date.now() };
    const params = { id: `subscription-${topic}`, data };
    socket.send(JSON.stringify({ id: ids, jsonrpc: "2.0", method: "irn_subscription", params }));
  };
  const subscribe = (socket: WebSocket, topic: string) => {
    subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(socket));
    for (const one of kept.get(topic) ?? []) give(socket, one);
  };
  const publish = (socket: WebSocket, one: Passed) => {
    passed.push(one);
    kept.set(one.topic, [...(kept.get(one.topic) ?? []), one]);
    for (const other of subscribers.get(one.topic) ?? []) if (other !== socket) give(other, one);
  };

  server.on("connection", (socket, { url = "" }) => {
    const parameters = new URL(url, "ws://relay").searchParams;
    connections.push(parameters);
    if (parameters.get("ua") === "wc-2/js-usance") pages.add(socket);
    socket.on("close", () => {
      for (const sockets of subscribers.values()) sockets.delete(socket);
    });
    socket.on("message", (data) => {
      const { id, method, params } = JSON.parse(String(data));
      if (method === undefined) return; // the relay has accepted a message
      let result: unknown = true;
      if (method === "irn_subscribe") {
        result = `subscription-${params.topic}`;
        subscribe(socket, params.topic);
      } else if (method === "irn_batchSubscribe") {
        result = params.topics.map((topic: string) => `subscription-${topic}`);
        for (const topic of params.topics) subscribe(socket, topic);
      } else if (method === "wc_approveSession") {
        // Two messages in one: the answer to the proposal, and the session.
        const { pairingTopic, sessionTopic } = params;
        subscribe(socket, sessionTopic);
        publish(socket, {
          topic: pairingTopic,
          message: params.sessionProposalResponse,
          tag: 1101,
        });
        publish(socket, {
          topic: sessionTopic,
          message: params.sessionSettlementRequest,
          tag: 1102,
        });
      } else if (method === "irn_publish") {
        publish(socket, params);
      } else if (method === "irn_batchFetchMessages" || method === "irn_fetchMessages") {
        result = { messages: [], hasMore: false };
      }
      socket.send(JSON.stringify({ id, jsonrpc: "2.0", result }));
    });
  });

  beforeAll(() => {
    relay = {
      url: `ws://127.0.0.1:${port}`,
      connections,
      passed,
      breakOff: () => {
        for (const socket of pages) socket.terminate();
      },
    };
  });
  afterAll(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return () => {
    if (relay === undefined) throw new Error("The relay starts before the first test.");
    return relay;
  };
}
