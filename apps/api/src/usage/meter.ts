import { LRUCache } from "lru-cache";
import type { NodePools } from "../db/citus/node-pools.ts";
import { type Database, isDistributed } from "../db/client.ts";
import { isRefused, type RunStatement, type StatementTransactions } from "../db/statements.ts";
import { type Batches, batched, TooManyWaiting } from "../kit/batch.ts";
import { type Clock, testTimeIn } from "../kit/clock.ts";
import type { Watch } from "../kit/watch.ts";
import type { Tally, UsageBatch } from "../operation/ports/tally.ts";
import type { Times } from "../operation/ports/times.ts";
import { eventAlreadyRecorded, tooMuchAtOnce } from "../schemas/usage-events.ts";
import { type InsertUsage, insertUsage, type UsageToRecord } from "./insert-usage.ts";
import { recordAdmittedUsage } from "./record-admitted.ts";
import { recordOnNodes, recordWithoutAway } from "./record-on-nodes.ts";
import { isMetered, type Limited, type Metered, type Reported, refused } from "./reported.ts";
import { UsageWriter } from "./usage-writer.ts";

declare module "../operation/ports/parts.ts" {
  interface Parts {
    readonly meter: UsageMeter;
  }
}

interface MeterParts {
  readonly db: Database;
  /** Runs the statements that record events without a charge. */
  readonly run: RunStatement;
  /** Runs the transactions that record events with a charge or limits, and on Citus all others. */
  readonly inTransaction: StatementTransactions;
  /** The nodes of a Citus cluster. */
  readonly nodes: NodePools;
  readonly clock: Clock;
  readonly times: Times;
  /** Counts batches, not events. */
  readonly tally: Pick<Tally, "usageMetered" | "usageQueueFull">;
  /** Observes how long the events of a call wait. */
  readonly watch: Watch;
  /** How many events of each kind may wait in memory. */
  readonly maxWaiting: number;
}

type Now = () => Date | Promise<Date>;
type Written = Metered | Limited;
type Queue = Batches<Reported, Written>;

/** Events of services with limits, other events with a charge, and all others. */
interface Queues {
  readonly limited: Queue;
  readonly charged: Queue;
  readonly free: Queue;
}

/** How many services with limits a process knows. Events of others find out by being asked for twice. */
const maxLimited = 10_000;

/** How many services on test clocks have queues of their own in this process. */
const maxOnTestClocks = 100;

/**
 * Batches the usage events of a process: one statement at a time, two under load, each with all events that arrived during
 * the one before, and a third for sellers with few events beside others with many (docs/adr/0008-metering.md). An event that
 * is `recorded` is committed. Events of services with limits have batches of their own, and so have other events with a
 * charge: no other event waits for a limit or a balance (docs/adr/0011-balances-and-refunds.md). So do those of each service
 * on a test clock, since a batch has one time.
 */
export class UsageMeter {
  readonly #parts: MeterParts;
  readonly #free: UsageWriter;
  readonly #admitted: UsageWriter;
  readonly #real: Queues;
  /** Services whose usage has limits. One whose limits were removed costs more time until it is forgotten, and nothing else. */
  readonly #limited = new LRUCache<string, true>({ max: maxLimited });
  readonly #onTestClocks = new LRUCache<string, Queues>({
    max: maxOnTestClocks,
    memoMethod: (serviceId) => this.#open(() => this.#parts.times.of(this.#parts.db, serviceId)),
  });

  constructor(parts: MeterParts) {
    const { db, run, inTransaction, nodes, clock } = parts;
    this.#parts = parts;
    this.#free = new UsageWriter(
      (batch) =>
        isDistributed(db) ? recordOnNodes(inTransaction, nodes, batch) : insertUsage(run, batch),
      false,
    );
    const insertAdmitted: InsertUsage = (batch, allowSecond) => {
      const record = (some: UsageToRecord) =>
        recordAdmittedUsage(inTransaction, some, allowSecond, (serviceId) =>
          this.#limited.set(serviceId, true),
        );
      return isDistributed(db) ? recordWithoutAway(parts, batch, record) : record(batch);
    };
    this.#admitted = new UsageWriter(insertAdmitted, true);
    this.#real = this.#open(() => clock.now());
  }

  /** Records usage events. @returns the result of each, in order */
  async record(reported: readonly Reported[]): Promise<readonly Metered[]> {
    const first = await this.#record(reported);
    if (first.every(isMetered)) return first;
    const limited = reported.filter((_, place) => first[place]?.outcome === "limited");
    for (const { input } of limited) this.#limited.set(input.serviceId, true);
    const later = (await this.#record(limited)).values();
    return first.map((one) => (isMetered(one) ? one : (later.next().value as Metered)));
  }

  async #record(reported: readonly Reported[]): Promise<readonly Written[]> {
    const { areTestClocksAllowed } = this.#parts.times;
    const onClocks = areTestClocksAllowed ? await this.#queuesOnTestClocks(reported) : null;
    const chosen = reported.map(({ input, charge }) => {
      const { limited, charged, free } = onClocks?.get(input.serviceId) ?? this.#real;
      if (this.#limited.has(input.serviceId)) return limited;
      return charge === null ? free : charged;
    });
    const [first, ...others] = new Set(chosen);
    if (first === undefined) return [];
    if (others.length === 0) return this.#add(first, reported);
    const results = new Map(
      await Promise.all(
        [first, ...others].map(async (queue) => {
          const metered = await this.#add(
            queue,
            reported.filter((_, place) => chosen[place] === queue),
          );
          return [queue, metered.values()] as const;
        }),
      ),
    );
    return chosen.map((queue) => results.get(queue)?.next().value as Written);
  }

  /** The queues of the services on test clocks, by their ids. */
  async #queuesOnTestClocks(reported: readonly Reported[]): Promise<ReadonlyMap<string, Queues>> {
    const { times, db } = this.#parts;
    const queues = new Map<string, Queues>();
    for (const serviceId of new Set(reported.map(({ input }) => input.serviceId))) {
      const time = testTimeIn(await times.of(db, serviceId));
      if (time !== null) queues.set(serviceId, this.#onTestClocks.memo(serviceId));
    }
    return queues;
  }

  #open(now: Now): Queues {
    return {
      free: this.#queue(this.#free, now, false),
      // The second batch waits for the locks of the first: otherwise it could charge a balance before an earlier event.
      charged: this.#queue(this.#admitted, now, true),
      limited: this.#queue(this.#admitted, now, true),
    };
  }

  #queue(writer: UsageWriter, now: Now, isSecondOnRequest: boolean): Queue {
    const { tally, maxWaiting } = this.#parts;
    const write = async (reported: readonly Reported[], allowSecond: () => void) => {
      const { metered, references } = await writer.write(reported, await now(), allowSecond);
      tally.usageMetered({ ...countsOf(metered), references });
      return metered;
    };
    return batched(write, {
      max: 1_000,
      maxWaiting,
      enoughForSecond: 64,
      isSecondOnRequest,
      ownerOf: ({ tenant }: Reported) => tenant,
      isOfOne: isRefused,
    });
  }

  async #add(queue: Queue, reported: readonly Reported[]): Promise<readonly Written[]> {
    const add = () => queue.all(reported);
    try {
      const settled = await this.#parts.watch({ kind: "database", name: "recordUsage" }, add);
      return settled.map((one) => (one.isDone ? one.result : this.#failed(one.error)));
    } catch (error) {
      return reported.map(() => this.#failed(error));
    }
  }

  #failed(error: unknown): Metered {
    if (!(error instanceof TooManyWaiting)) return { outcome: "failed", error };
    this.#parts.tally.usageQueueFull();
    return refused(tooMuchAtOnce);
  }
}

/** Events that are sent again are not counted: overdue ones, and those that turn out to have limits. */
function countsOf(metered: readonly Written[]): Omit<UsageBatch, "references"> {
  const counts = { recorded: 0, duplicate: 0, refused: 0 };
  for (const one of metered) {
    if (one.outcome === "recorded") counts.recorded += 1;
    else if (one.outcome === "refused") {
      counts[one.why === eventAlreadyRecorded ? "duplicate" : "refused"] += 1;
    }
  }
  return counts;
}
