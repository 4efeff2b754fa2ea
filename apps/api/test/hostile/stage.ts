import { afterAll, beforeAll } from "vitest";
import { Metrics } from "../harness/metrics.ts";
import { type Address, newSubscriber, type Subscriber } from "../processes/calls.ts";
import { productionEnvironment, useChain } from "../processes/production.ts";
import { entryCommand, type Program, startProgram } from "../processes/program.ts";

/** A process of the service as `pnpm start` runs it, for all tests of a file. */
export interface Stage extends Program, Address {
  readonly subscriber: Subscriber;
  /** What it says of itself now. */
  metrics(): Promise<Metrics>;
}

/** What `pnpm start` gives node: without it, memory says more of node than of us. */
const memoryFlags = ["--max-semi-space-size=8", "--heap-growing-percent=30"];

export function useStage(environment: Readonly<Record<string, string>> = {}): () => Stage {
  const chain = useChain();
  let stage: Stage | undefined;
  beforeAll(async () => {
    const variables = await productionEnvironment(chain(), {
      RATE_LIMIT: "off",
      METRICS_PORT: "0",
      ...environment,
    });
    const [node = "", ...words] = entryCommand("main");
    const program = startProgram([node, ...memoryFlags, ...words], variables);
    const [, url = ""] = await program.printed(/^Listening on (\S+)$/m);
    const [, metricsUrl = ""] = await program.printed(/^Metrics on (\S+)$/m);
    const address = { url, key: variables.BOOTSTRAP_API_KEY ?? "" };
    stage = {
      ...program,
      ...address,
      subscriber: await newSubscriber(address),
      metrics: async () => new Metrics(await (await fetch(metricsUrl)).text()),
    };
  });
  afterAll(async () => {
    stage?.signalGroup("SIGKILL");
    await stage?.ended;
  });
  return () => {
    if (stage === undefined) throw new Error("The process starts before the first test.");
    return stage;
  };
}
