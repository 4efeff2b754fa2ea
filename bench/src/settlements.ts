import { deployRegistry } from "@usance/api/deploy-registry";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { bareLoop } from "./bare-loop.ts";
import { startEngine } from "./engine.ts";
import { freePool } from "./free-pool.ts";
import { machine, machineLine } from "./machine.ts";
import { keepJson, rounded } from "./results.ts";
import { medianOf, percentile, type Run, run } from "./run.ts";
import { settlementsTarget, targetRows } from "./targets.ts";
import { textTable } from "./text-table.ts";

interface Options {
  /** Settlements under way at a time. */
  readonly inFlight: number;
  readonly rounds: number;
  /** In each round, on each side. */
  readonly settlements: number;
  /** Seconds between the chain's blocks; 0: one for each transaction, at once. */
  readonly blockTime: number;
}

/** The second account of every local chain: each side has its own key, and so its own nonces. */
const bareKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";

/**
 * Settlements a second through the engine, HTTP to confirmation, against a bare loop that signs and
 * sends the same calls and waits for their receipts. Both run on one chain that mines each
 * transaction at once, in turn, so that what else the machine does meets both.
 *
 * @returns a table; the same goes to bench/results/settlements.json
 */
export async function benchSettlements(options: Options): Promise<string> {
  const { inFlight, rounds, settlements, blockTime } = options;
  const mining = blockTime === 0 ? [] : ["--block-time", String(blockTime)];
  const [postgres, anvil] = await Promise.all([
    startPostgres({ durable: true }),
    startAnvil({ args: ["--prune-history", ...mining] }),
  ]);
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  const bare = await bareLoop(anvil.url, {
    key: bareKey,
    contract: await deployRegistry(anvil.url, bareKey),
  });
  const engine = await startEngine({ databaseUrl: postgres.url, rpcUrl: anvil.url, contract });
  const stopFreeing = freePool(anvil.url);
  try {
    const pairs: { readonly engine: Run; readonly bare: Run }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const invoices = await engine.prepare(settlements);
      const pair = {
        engine: await run(invoices, inFlight, engine.settle),
        bare: await run(invoices, inFlight, bare.settle),
      };
      if (round > 0) pairs.push(pair); // the first one warms both up
    }
    const ratios = pairs.map((pair) => pair.engine.rate / pair.bare.rate);
    const result = {
      measured: new Date().toISOString(),
      machine: machine(),
      options,
      engine: summaryOf(pairs.map((pair) => pair.engine)),
      bare: summaryOf(pairs.map((pair) => pair.bare)),
      ratios: ratios.map(rounded),
      medianRatio: rounded(medianOf(ratios)),
    };
    await keepJson("settlements.json", result);
    return tableOf(result);
  } finally {
    await Promise.all([engine.stop(), stopFreeing()]);
    await Promise.all([postgres.stop(), anvil.stop()]);
  }
}

type Summary = ReturnType<typeof summaryOf>;

/** Rates in settlements a second, latencies in milliseconds. */
function summaryOf(runs: readonly Run[]) {
  const latencies = runs.flatMap(({ latenciesMs }) => latenciesMs);
  return {
    rates: runs.map(({ rate }) => rounded(rate)),
    medianRate: rounded(medianOf(runs.map(({ rate }) => rate))),
    p50Ms: rounded(percentile(latencies, 0.5)),
    p99Ms: rounded(percentile(latencies, 0.99)),
  };
}

function tableOf(result: {
  readonly machine: ReturnType<typeof machine>;
  readonly options: Options;
  readonly engine: Summary;
  readonly bare: Summary;
  readonly ratios: readonly number[];
  readonly medianRatio: number;
}): string {
  const rows = [
    ["round", "engine/s", "bare/s", "ratio"],
    ...result.ratios.map((ratio, index) => [
      String(index + 1),
      String(result.engine.rates[index]),
      String(result.bare.rates[index]),
      String(ratio),
    ]),
    [
      "median",
      String(result.engine.medianRate),
      String(result.bare.medianRate),
      String(result.medianRatio),
    ],
    ["p50 ms", String(result.engine.p50Ms), String(result.bare.p50Ms), ""],
    ["p99 ms", String(result.engine.p99Ms), String(result.bare.p99Ms), ""],
  ];
  return [
    `${machineLine(result.machine)}; ${result.options.inFlight} in flight, ` +
      `${result.options.settlements} a round`,
    textTable(rows),
    "",
    textTable(targetRows([settlementsTarget(result.medianRatio)])),
    "",
  ].join("\n");
}
