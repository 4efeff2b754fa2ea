import { type Names, singleEvents } from "./events.ts";
import { atLeast, atMost, type Target } from "./report.ts";
import { assertSameShape, call, posts } from "./requests.ts";
import { httpSide, measureRounds, ratioIn, type Shots, type Side } from "./rounds.ts";
import type { Child } from "./service.ts";
import type { Stage } from "./stage.ts";

const rest = "usance, REST";
const guarded = "usance, REST, rate limit and Idempotency-Key";
const trpc = "usance, tRPC";
const peer = "Fastify and pg";

const restPath = "/api/v1/usage-events";
const trpcPath = "/trpc/usageEvents.create";

/** A rate limit that counts every request and refuses none. */
const limited = { RATE_LIMIT: "1000000" };

/** Shots by the number of callers. */
export type Singles = ReadonlyMap<number, Shots>;

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
 * Single usage events: both doors of the service, the REST door with a rate limit and an Idempotency-Key, and the peer, at
 * each number of callers.
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
): Promise<Singles> {
  const { rounds, seconds, connections } = options;
  await assertSameAnswers([service, fastify], names);
  const http = (name: string, child: Child, path: string) =>
    httpSide(name, [child], { requestOf: posts(path, singleEvents(names)), status: 201 });
  const sides = [
    restSide(service, names),
    guardedSide(await stage.service(limited), names),
    http(trpc, service, trpcPath),
    http(peer, fastify, restPath),
  ];
  const shots = new Map<number, Shots>();
  // The most callers first: what a lone caller sends in a round would warm nobody up.
  for (const count of connections.toSorted((one, other) => other - one)) {
    const what = `Single events, ${count} callers`;
    shots.set(count, await measureRounds(what, sides, rounds, { connections: count, seconds }));
  }
  return new Map([...shots].toReversed());
}

export function singleTargets(singles: Singles | undefined): Target[] {
  const ratio = (callers: number, one: string, other: string, of: "rate" | "cpuUs" | "p50Ms") =>
    ratioIn(singles?.get(callers), one, other, of);
  const single = "a single event to the Fastify peer's";
  return [
    atLeast(`rate of ${single}, 32 callers`, 2.2, ratio(32, rest, peer, "rate")),
    atLeast(`rate of ${single}, 128 callers`, 3.6, ratio(128, rest, peer, "rate")),
    atMost(`CPU of ${single}, 32 callers`, 0.33, ratio(32, rest, peer, "cpuUs")),
    atMost(`CPU of ${single}, 128 callers`, 0.25, ratio(128, rest, peer, "cpuUs")),
    atMost("p50 of a lone caller to the peer's", 1.15, ratio(1, rest, peer, "p50Ms")),
    atLeast("tRPC door to REST door, 32 callers", 0.25, ratio(32, trpc, rest, "rate")),
    atLeast("tRPC door to REST door, 128 callers", 0.25, ratio(128, trpc, rest, "rate")),
  ];
}

/** @throws Error when a peer answers less than the service */
async function assertSameAnswers(
  children: readonly Child[],
  names: readonly Names[],
): Promise<void> {
  const servers = children.map(({ url }) => ({ url, bodyOf: singleEvents(names) }));
  for (const _ of ["with an invoice", "without one"]) {
    let ours: unknown;
    for (const { url, bodyOf } of servers) {
      const answer = await call(`${url}${restPath}`, 201, bodyOf());
      ours ??= answer;
      assertSameShape(ours, answer, url);
    }
  }
}
