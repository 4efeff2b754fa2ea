import { parseArgs } from "node:util";
import { benchBodies } from "./bodies.ts";
import { benchIngest, type IngestPart, ingestParts } from "./ingest.ts";
import { benchReplicas } from "./replicas.ts";
import { benchSettlements } from "./settlements.ts";
import { benchSize } from "./size.ts";
import { benchWatched } from "./watched.ts";
import { benchWebhooks } from "./webhooks.ts";

/* `pnpm bench ingest` and so on: each word is the name of a measure. */

const usage = `Usage: pnpm bench settlements [--in-flight 32] [--rounds 5] [--settlements 300] [--block-time 0]
       pnpm bench ingest [--rounds 3] [--seconds 5] [--connections 1,32,128] [--subscribers 100]
                         [--only singles,batches,reads,memory] [--memory-seconds 60]
       pnpm bench replicas [--rounds 3] [--seconds 5]
       pnpm bench size [--rows 10000000] [--rounds 3] [--seconds 5]
       pnpm bench watched [--callers 32] [--rounds 5] [--seconds 5]
       pnpm bench webhooks [--rounds 5] [--deliveries 10000]
       pnpm bench bodies [--rounds 25] [--size 1048576]
`;

const [measure, ...words] = process.argv.slice(2);
switch (measure) {
  case "settlements": {
    const values = read({ "in-flight": "32", rounds: "5", settlements: "300", "block-time": "0" });
    process.stdout.write(
      await benchSettlements({
        inFlight: whole(values["in-flight"], 1),
        rounds: whole(values.rounds, 1),
        settlements: whole(values.settlements, 1),
        blockTime: whole(values["block-time"], 0),
      }),
    );
    break;
  }
  case "ingest": {
    const values = read({
      rounds: "3",
      seconds: "5",
      connections: "1,32,128",
      subscribers: "100",
      only: ingestParts.join(),
      "memory-seconds": "60",
    });
    process.stdout.write(
      await benchIngest({
        rounds: whole(values.rounds, 1),
        seconds: whole(values.seconds, 1),
        connections: values.connections.split(",").map((one) => whole(one, 1)),
        subscribers: whole(values.subscribers, 1),
        only: values.only.split(",").map(ingestPart),
        memorySeconds: whole(values["memory-seconds"], 1),
      }),
    );
    break;
  }
  case "replicas": {
    const values = read({ rounds: "3", seconds: "5" });
    process.stdout.write(
      await benchReplicas({ rounds: whole(values.rounds, 1), seconds: whole(values.seconds, 1) }),
    );
    break;
  }
  case "size": {
    const values = read({ rows: "10000000", rounds: "3", seconds: "5" });
    process.stdout.write(
      await benchSize({
        rows: whole(values.rows, 100_000),
        rounds: whole(values.rounds, 1),
        seconds: whole(values.seconds, 1),
      }),
    );
    break;
  }
  case "watched": {
    const values = read({ callers: "32", rounds: "5", seconds: "5" });
    process.stdout.write(
      await benchWatched({
        callers: whole(values.callers, 1),
        rounds: whole(values.rounds, 1),
        seconds: whole(values.seconds, 1),
      }),
    );
    break;
  }
  case "webhooks": {
    const values = read({ rounds: "5", deliveries: "10000" });
    process.stdout.write(
      await benchWebhooks({
        rounds: whole(values.rounds, 1),
        deliveries: whole(values.deliveries, 100),
      }),
    );
    break;
  }
  case "bodies": {
    const values = read({ rounds: "25", size: "1048576" });
    process.stdout.write(
      await benchBodies({ rounds: whole(values.rounds, 1), size: whole(values.size, 1_000) }),
    );
    break;
  }
  default:
    refuse();
}
process.exit(0);

/** @param defaults the options that the measure has */
function read<Name extends string>(defaults: Readonly<Record<Name, string>>): Record<Name, string> {
  const options = Object.entries<string>(defaults).map(
    ([name, value]) => [name, { type: "string" as const, default: value }] as const,
  );
  try {
    const { values } = parseArgs({ args: words, options: Object.fromEntries(options) });
    return values as Record<Name, string>;
  } catch {
    return refuse();
  }
}

function whole(text: string, least: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= least ? value : refuse();
}

function ingestPart(text: string): IngestPart {
  return ingestParts.find((part) => part === text) ?? refuse();
}

function refuse(): never {
  process.stderr.write(usage);
  process.exit(1);
}
