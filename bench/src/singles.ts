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
const guarded = "usance, REST, rate limit and Idempotency-Key";
const trpc = "usance, tRPC";
const peer = "Fastify and pg";
const plain = "plain stack";
const bare = "bare node:http";

/** What the sides of single events are called. */
export const singleNames = {
  rest,
  guarded,
  trpc,
  peer,
  plain,
  insert: insertName(1),
  bare,
} as const;

const restPath = "/api/v1/usage-events";
const trpcPath = "/trpc/usageEvents.create";

/** A rate limit that counts every request and refuses none. */
const limited = { RATE_LIMIT: "1000000" };

/** The service's own side: single events through the REST door. */
export const restSide = (service: Child, names: readonly Names[]): Side =>
  httpSide(rest, [service], { requestOf: posts(restPath, singleEvents(names)), status: 201 });

/**
 * The same through a process with a rate limit, and with an Idempotency-Key of its own for each event, as a
 * careful caller sends them.
 */
function guardedSide(service: Child, names: readonly Names[]): Side {
  const keysBegin = `Idempotency-Key: ${Date.now().toString(36)}-`;
  let made = 0;
  const lineOf = () => {
    made += 1;
    return keysBegin + made;
  };
  const requestOf = posts(restPath, singleEvents(names), lineOf);
  return httpSide(guarded, [service], { requestOf, status: 201 });
}

/**
 * Single usage events: both doors of the service, the REST door with a rate limit and an Idempotency-Key, the
 * peer, the plain stack, the database by itself and HTTP by itself, at each number of callers.
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
  const limitedService = await stage.service(limited);
  const plainStack = await stage.peer("plain-stack");
  const bareHttp = await stage.peer("bare-http");
  await assertSameAnswers(service, [fastify, plainStack], names);
  const http = (name: string, child: Child, path: string) =>
    httpSide(name, [child], { requestOf: posts(path, singleEvents(names)), status: 201 });
  const sides = [
    restSide(service, names),
    guardedSide(limitedService, names),
    http(trpc, service, trpcPath),
    http(peer, fastify, restPath),
    http(plain, plainStack, restPath),
    insertSide(stage.databaseUrl, names, 1),
    http(bare, bareHttp, restPath),
  ];
  const shots = new Map<number, Shots>();
  // The most callers first: what a lone caller sends in a round would warm nobody up.
  for (const count of connections.toSorted((one, other) => other - one)) {
    const what = `Single events, ${count} callers`;
    shots.set(count, await inTurns(what, sides, rounds, { connections: count, seconds }));
  }
  await Promise.all([limitedService, plainStack, bareHttp].map((child) => child.stop()));
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
