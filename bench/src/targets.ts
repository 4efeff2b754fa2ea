import { batchName, batchSizes } from "./batches.ts";
import { chargedNames } from "./charged.ts";
import { insertName } from "./insert-side.ts";
import type { Memory } from "./memory.ts";
import { readNames } from "./reads.ts";
import { rounded } from "./results.ts";
import { ratioIn, type Shots } from "./rounds.ts";
import type { Shot } from "./sides.ts";
import { singleNames } from "./singles.ts";
import { subscriptionsNames } from "./subscriptions.ts";

/** What was measured; what was not is not there. */
export interface Figures {
  /** By the number of callers. */
  readonly singles?: ReadonlyMap<number, Shots>;
  /** With the most callers that were asked for. */
  readonly charged?: Shots;
  readonly batches?: Shots;
  readonly reads?: Shots;
  /** With the most callers that were asked for. */
  readonly subscriptions?: Shots;
  readonly memory?: Memory | null;
}

/** A figure that the service is held to. */
export interface Target {
  readonly figure: string;
  readonly bound: string;
  /** null: it was not measured. */
  readonly measured: number | null;
  readonly isMet: boolean | null;
}

/** Growth that is none: the heap's own ups and downs leave the medians of ten seconds as far apart. */
const noGrowthMb = 10;

const readBounds: Readonly<Record<keyof typeof readNames, number>> = { service: 1, invoice: 0.95 };

/** Every figure that the service is held to, with what this run says of it. */
export function targets({
  singles,
  charged,
  batches,
  reads,
  subscriptions,
  memory,
}: Figures): Target[] {
  const { rest, trpc, peer, plain, insert } = singleNames;
  const single = (callers: number, one: string, other: string, of: keyof Shot = "rate") =>
    ratioIn(singles?.get(callers), one, other, of);
  const against = (name: string, other: string, at32: number, at128: number) => [
    atLeast(`${name}, 32 callers`, at32, single(32, rest, other)),
    atLeast(`${name}, 128 callers`, at128, single(128, rest, other)),
  ];
  const cpu = (callers: number) => single(callers, rest, peer, "cpuUs");
  return [
    ...against("single events to the Fastify peer", peer, 2.2, 3.6),
    ...against(`single events to ${insertName(1)}`, insert, 0.8, 1.55),
    ...against("single events to the plain stack", plain, 14, 20),
    atMost("CPU of a single event to the peer's, 32 callers", 0.33, cpu(32)),
    atMost("CPU of a single event to the peer's, 128 callers", 0.25, cpu(128)),
    atMost("p50 of a lone caller to the peer's", 1.15, single(1, rest, peer, "p50Ms")),
    ...chargedTargets(charged),
    ...batchSizes.map((size) =>
      atLeast(
        `${batchName(size)} to ${insertName(size)}`,
        size === 100 ? 0.65 : 0.75,
        ratioIn(batches, batchName(size), insertName(size), "rate"),
      ),
    ),
    ...Object.entries(readNames).map(([noun, names]) =>
      atLeast(
        `GET ${noun} to the peer`,
        readBounds[noun as keyof typeof readNames],
        ratioIn(reads, names.usance, names.peer, "rate"),
      ),
    ),
    atLeast("tRPC door to REST door, 32 callers", 0.9, single(32, trpc, rest)),
    atLeast("tRPC door to REST door, 128 callers", 0.9, single(128, trpc, rest)),
    atLeast(
      "ingest with many subscriptions to few",
      0.85,
      ratioIn(subscriptions, subscriptionsNames.many, subscriptionsNames.few, "rate"),
    ),
    atLeast("ingest at 10 million rows to none (usance bench size)", 0.9, null),
    atMost("memory under 128 callers, MB", 300, memory?.largestMb ?? null),
    atMost("its growth after 20 s, MB", noGrowthMb, memory?.growthMb ?? null),
  ];
}

/** Of events without a charge, in the same rounds. */
function chargedTargets(charged: Figures["charged"]): Target[] {
  const to = (one: string, other: string) => ratioIn(charged, one, other, "rate");
  const { spread, hot, textbook, textbookHot, hold, commit, commitEvent } = chargedNames;
  const { rest } = singleNames;
  return [
    atLeast("charged events to events without a charge", 0.8, to(spread, rest)),
    atLeast("charged events of one balance to events without a charge", 0.6, to(hot, rest)),
    atLeast("charged events to the textbook's transaction", 1, to(spread, textbook)),
    atLeast("charged events of one balance to the textbook's", 1, to(hot, textbookHot)),
    atLeast("holds to events without a charge", 0.4, to(hold, rest)),
    atLeast("commits of holds to events without a charge", 0.4, to(commit, rest)),
    atLeast("commits with their events to events without a charge", 0.4, to(commitEvent, rest)),
  ];
}

/** Deliveries of webhooks to the bare loop's. */
export const webhooksTarget = (measured: number) =>
  atLeast("webhooks delivered to a bare loop of the same requests", 0.6, measured);

/** Settlements to the bare loop's, while the chain is young: the local chain slows down as it grows. */
export const settlementsTarget = (measured: number) =>
  atLeast("settlements to a bare loop on a young chain", 0.6, measured);

/** Recording on Citus to recording in one Postgres, on the same cores. */
export const scaleTargets = (singles: number, batches: number): Target[] => [
  atLeast("single events on Citus to one Postgres, 128 callers", 0.6, singles),
  atLeast("batches of 1,000 on Citus to one Postgres", 0.85, batches),
];

/** Lines for a table of targets. */
export const targetRows = (all: readonly Target[]): string[][] => [
  ["target", "bound", "measured", "met"],
  ...all.map(({ figure, bound, measured, isMet }) => [
    figure,
    bound,
    measured === null ? "not measured" : String(rounded(measured)),
    isMet === null ? "" : isMet ? "yes" : "no",
  ]),
];

const atLeast = (figure: string, bound: number, measured: number | null): Target => ({
  figure,
  bound: `≥ ${bound}`,
  measured,
  isMet: measured === null ? null : measured >= bound,
});

const atMost = (figure: string, bound: number, measured: number | null): Target => ({
  figure,
  bound: `≤ ${rounded(bound)}`,
  measured,
  isMet: measured === null ? null : measured <= bound,
});
