import "@usance/api/known-warnings";
import { parseArgs } from "node:util";
import { prepare } from "@usance/api/prepare";

/* Entry point of `pnpm bench <name>`. */

type Value = number | readonly number[] | readonly string[];
type Values<Of> = { readonly [Name in keyof Of]: Of[Name] };

interface Bench {
  readonly compares: string;
  /** Its options, with their values where they are not given. A list is written `1,2`. */
  readonly options: Readonly<Record<string, Value>>;
  run(given: Readonly<Record<string, Value>>): Promise<string>;
}

/** Combines a bench with its options. */
const bench = <Of extends Readonly<Record<string, Value>>>(
  compares: string,
  options: Of,
  run: (given: Values<Of>) => Promise<string>,
): Bench => ({ compares, options, run: (given) => run(given as Values<Of>) });

const benches: Readonly<Record<string, Bench>> = {
  ingest: bench(
    "usage events, batches and reads, against Fastify with pg and bare INSERTs",
    {
      rounds: 3,
      seconds: 5,
      connections: [1, 32, 128],
      subscribers: 100,
      only: ["singles", "batches", "admitted", "roots", "reads"] as const,
    },
    async (given) => (await import("./ingest.ts")).benchIngest(given),
  ),
  settlements: bench(
    "the settlement engine, against a loop that signs, sends and waits; block-time 0 is one block per transaction",
    { rounds: 5, settlements: 300, inFlight: 32, blockTime: 0 },
    async (given) => (await import("./settlements.ts")).benchSettlements(given),
  ),
  webhooks: bench(
    "webhook deliveries, against a loop of the same requests",
    { rounds: 5, deliveries: 10_000 },
    async (given) => (await import("./webhooks.ts")).benchWebhooks(given),
  ),
  scale: bench(
    "one Postgres and Citus with two workers, then Citus with more and more workers that each have a share of a core (0: without these; on Linux it takes root). CITUS_BIN names the folder of `postgres` and `initdb` in a Postgres with Citus",
    { rounds: 5, seconds: 5, subscribers: 100, callers: 128, workers: [1, 2, 4], share: 0.2 },
    async (given) => {
      const { CITUS_BIN: citusBin } = process.env;
      if (citusBin === undefined) throw new Error("Set CITUS_BIN.");
      return (await import("./scale.ts")).benchScale({ ...given, citusBin });
    },
  ),
};

const [name = "", ...words] = process.argv.slice(2).filter((word) => word !== "--");
const chosen = benches[name];
if (chosen === undefined || words.includes("--help")) {
  process.stdout.write(helpOf(chosen === undefined ? benches : { [name]: chosen }));
  process.exit(chosen === undefined && name !== "--help" ? 2 : 0);
}
let given: ReturnType<typeof valuesIn>;
try {
  given = valuesIn(chosen, words);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(2);
}
await prepare(["client", "pages"]);
process.stdout.write(await chosen.run(given));
process.exit();

function helpOf(some: typeof benches): string {
  const lines = Object.entries(some).map(([which, { compares, options }]) => {
    const flags = Object.entries(options).map(([of, value]) => `    --${flagOf(of)} ${value}\n`);
    return `  ${which}: ${compares}.\n${flags.join("")}`;
  });
  return `pnpm bench <name> [options]\n\nThe options, with the values that they have by default:\n\n${lines.join("\n")}`;
}

/** @throws Error for an unknown option or a value of another kind */
function valuesIn({ options }: Bench, args: string[]): Readonly<Record<string, Value>> {
  const flags = Object.keys(options).map((of) => [flagOf(of), { type: "string" }] as const);
  const { values } = parseArgs({ args, options: Object.fromEntries(flags) });
  const read = Object.entries(options).map(([of, value]): [string, Value] => {
    const text = values[flagOf(of)];
    if (typeof text !== "string") return [of, value];
    if (typeof value === "number") return [of, numberIn(text)];
    const parts = text.split(",");
    if (typeof value[0] === "number") return [of, parts.map(numberIn)];
    const unknown = parts.find((part) => !value.some((one) => one === part));
    if (unknown !== undefined) throw new Error(`--${flagOf(of)} takes some of ${value}.`);
    return [of, parts];
  });
  return Object.fromEntries(read);
}

function numberIn(text: string): number {
  const value = Number(text);
  if (text === "" || !(value >= 0)) throw new Error(`${text} is not a number.`);
  return value;
}

/** Converts `inFlight` to `in-flight`. */
function flagOf(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
