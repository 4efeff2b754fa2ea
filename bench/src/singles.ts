import { call } from "./call.ts";
import type { Child } from "./child.ts";
import { type Names, singleEvents } from "./events.ts";
import { insertName, insertSide } from "./insert-side.ts";
import { posts } from "./requests.ts";
import { inTurns, type Shots } from "./rounds.ts";
import { assertSameShape } from "./same-shape.ts";
import { httpSide, type Side } from "./sides.ts";
import type { Stage } from "./stage.ts";

const rest = "usance, REST";
const trpc = "usance, tRPC";
const peer = "Fastify and pg";
const plain = "plain stack";
const bare = "bare node:http";

/** What the sides of single events are called. */
export const singleNames = { rest, trpc, peer, plain, insert: insertName(1), bare } as const;

const restPath = "/api/v1/usage-events";
const trpcPath = "/trpc/usageEvents.create";

/** The service's own side: single events through the REST door. */
export const restSide = (service: Child, names: readonly Names[]): Side =>
  httpSide(rest, [service], { requestOf: posts(restPath, singleEvents(names)), status: 201 });

/**
 * Single usage events: both doors of the service, the peer, the plain stack, the database by itself and
 * HTTP by itself, at each number of callers.
 *
 * @returns shots by the number of callers
 */
export async function measureSingles(
  stage: Stage,
  { service, peer: fastify }: { readonly service: Child; readonly peer: Child },
  names: readonly Names[],
  options: {
    readonly rounds: number;
    readonly seconds: number;
    readonly connections: readonly number[];
  },
): Promise<ReadonlyMap<number, Shots>> {
  const { rounds, seconds, connections } = options;
  const plainStack = await stage.peer("plain-stack");
  const bareHttp = await stage.peer("bare-http");
  await assertSameAnswers(service, [fastify, plainStack], names);
  const http = (name: string, child: Child, path: string) =>
    httpSide(name, [child], { requestOf: posts(path, singleEvents(names)), status: 201 });
  const sides = [
    restSide(service, names),
    http(trpc, service, trpcPath),
    http(peer, fastify, restPath),
    http(plain, plainStack, restPath),
    insertSide(stage.databaseUrl, names, 1),
    http(bare, bareHttp, restPath),
  ];
  const shots = new Map<number, Shots>();
  // The most callers first: what a lone caller sends in a round would warm nobody up.
  for (const count of connections.toSorted((one, other) => other - one)) {
    shots.set(count, await inTurns(sides, rounds, { connections: count, seconds }));
  }
  await Promise.all([plainStack.stop(), bareHttp.stop()]);
  return new Map([...shots].toReversed());
}

async function assertSameAnswers(
  service: Child,
  peers: readonly Child[],
  names: readonly Names[],
): Promise<void> {
  const servers = [service, ...peers].map(({ url }) => ({ url, bodyOf: singleEvents(names) }));
  for (const _ of ["with an invoice", "without one"]) {
    let ours: unknown;
    for (const { url, bodyOf } of servers) {
      const answer = await call(`${url}${restPath}`, 201, bodyOf());
      ours ??= answer;
      assertSameShape(ours, answer, url);
    }
  }
}
