import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { Metrics } from "../harness/metrics.ts";
import { type Address, call, newSubscriber, type Subscriber } from "../processes/calls.ts";
import { productionEnvironment, useChain } from "../processes/production.ts";
import { type Program, startProgram, usanceCommand } from "../processes/program.ts";

/** A process of the service as `pnpm start` runs it, for all tests of a file. */
export interface Stage extends Program, Address {
  readonly subscriber: Subscriber;
  /** The chain's RPC address. */
  readonly chainUrl: string;
  /** Its current metrics. */
  metrics(): Promise<Metrics>;
}

export function useStage(environment: Readonly<Record<string, string>> = {}): () => Stage {
  const chain = useChain();
  let program: Program | undefined;
  let stage: Stage | undefined;
  beforeAll(async () => {
    const variables = await productionEnvironment(chain(), {
      RATE_LIMIT: "off",
      METRICS_PORT: "0",
      ...environment,
    });
    program = startProgram(usanceCommand(["start"]), variables);
    const [, url = ""] = await program.printed(/^Listening on (\S+)$/m);
    const [, metricsUrl = ""] = await program.printed(/^Metrics on (\S+)$/m);
    const address = { url, key: variables.BOOTSTRAP_API_KEY ?? "" };
    stage = {
      ...program,
      ...address,
      chainUrl: chain().anvil.url,
      subscriber: await newSubscriber(address),
      metrics: async () => new Metrics(await (await fetch(metricsUrl)).text()),
    };
  });
  afterAll(async () => {
    program?.signalGroup("SIGKILL");
    await program?.ended;
  });
  return () => {
    if (stage === undefined) throw new Error("The process starts before the first test.");
    return stage;
  };
}

/** The other load of a service under attack: a caller that writes and reads, one call at a time. */
export function keepCalling(to: Stage): { readonly stop: () => Promise<number[]> } {
  const statuses: number[] = [];
  let isOver = false;
  const calling = (async () => {
    const { serviceId, subscriptionId, userId } = to.subscriber;
    while (!isOver) {
      const event = { serviceId, subscriptionId, userId, eventKey: randomUUID(), quantity: "1" };
      const written = await call(to, "POST", "/usage-events", event);
      const read = await call(to, "GET", `/services/${serviceId}`);
      statuses.push(written.status, read.status);
    }
  })();
  calling.catch(() => undefined); // stop() rejects with the error
  return {
    /** @returns the status of each of its calls */
    stop: async () => {
      isOver = true;
      await calling;
      return statuses;
    },
  };
}
