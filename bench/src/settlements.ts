import { deployRegistry } from "@usance/api/deploy-contracts";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { bareLoop } from "./bare-loop.ts";
import { startEngine } from "./engine.ts";
import { freePool } from "./free-pool.ts";
import { atLeast, report } from "./report.ts";
import { medianOf, percentile, type Run, run } from "./run.ts";

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
 * @returns the report's tables
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
    const sides = {
      engine: pairs.map((pair) => pair.engine),
      "bare loop": pairs.map((pair) => pair.bare),
    };
    return await report("settlements", {
      options,
      rows: [
        ["", "a second", "p50 ms", "p99 ms"],
        ...Object.entries(sides).map(([side, runs]) => {
          const latencies = runs.flatMap(({ latenciesMs }) => latenciesMs);
          return [
            side,
            medianOf(runs.map(({ rate }) => rate)),
            percentile(latencies, 0.5),
            percentile(latencies, 0.99),
          ];
        }),
      ],
      // While the chain is young: the local chain slows down as it grows.
      targets: [atLeast("settlements to a bare loop on a young chain", 0.6, medianOf(ratios))],
      more: { ratios },
    });
  } finally {
    await Promise.all([engine.stop(), stopFreeing()]);
    await Promise.all([postgres.stop(), anvil.stop()]);
  }
}
