import { usanceClient } from "@usance/sdk";
import { allRecorded } from "./all-recorded.ts";
import type { Child } from "./child.ts";
import type { Names } from "./events.ts";
import { fillSubscriptions } from "./fill.ts";
import { inTurns, type Shots } from "./rounds.ts";
import { apiKey, someSubscribers } from "./service.ts";
import { restSide } from "./singles.ts";
import { openStage, type Stage } from "./stage.ts";

/** What the sides are called. */
export const subscriptionsNames = { few: "few subscriptions", many: "many subscriptions" } as const;

interface Few {
  readonly stage: Stage;
  readonly service: Child;
  readonly names: readonly Names[];
}

/**
 * Single events of few subscriptions, and of many in a Postgres of their own, each subscription in turn. With many, a
 * process remembers only some of the records that events name, and Postgres looks up rows in large tables.
 *
 * @param few the service that the other parts measure
 * @param options.many how many subscriptions
 */
export async function measureSubscriptions(
  few: Few,
  {
    many,
    connections,
    ...width
  }: {
    readonly many: number;
    readonly rounds: number;
    readonly seconds: number;
    readonly connections: number;
  },
): Promise<Shots> {
  const stage = await openStage();
  try {
    const service = await stage.service();
    const [original] = await someSubscribers(usanceClient({ baseUrl: service.url, apiKey }), 1);
    if (original === undefined) throw new Error("One was asked for.");
    const names = await fillSubscriptions(stage.databaseUrl, original, many);
    const sides = [
      { ...restSide(few.service, few.names), name: subscriptionsNames.few },
      { ...restSide(service, names), name: subscriptionsNames.many },
    ];
    const { rounds, seconds } = width;
    return await allRecorded([few.stage.databaseUrl, stage.databaseUrl], () =>
      inTurns("Subscriptions", sides, rounds, { connections, seconds }),
    );
  } finally {
    await stage.stop();
  }
}
