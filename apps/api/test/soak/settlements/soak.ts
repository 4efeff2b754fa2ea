import { newInvoice, newSubscriber } from "../../processes/calls.ts";
import {
  type Counts,
  listed,
  type OptionsOf,
  rate,
  type Soak,
  wholeNumber,
} from "../define-soak.ts";
import { type FaultyRpc, startFaultyRpc } from "../faults/faulty-rpc.ts";
import { inject, kills } from "../faults/inject.ts";
import { comeToRest, judgeSettlements } from "../judge.ts";
import { serviceOf } from "../service.ts";
import { onStage, replicas, type Scenery, type Stage, steadyPostgres } from "../stage.ts";
import { callerKinds, settleAs, type Told } from "./callers.ts";

const options = {
  settlements: wholeNumber(600, 1, 100_000),
  kills: wholeNumber(100, 0, 100_000),
  reorgs: wholeNumber(50, 0, 100_000),
  /** The share of RPC requests that fail. */
  rpcFaults: rate(0.3),
  /** API processes on one database and one signer. */
  processes: wholeNumber(3, 1, 20),
};
type SettlementsOptions = OptionsOf<typeof options>;

/** The number of concurrent settlements. */
const maxInFlight = 40;
/** The deepest reorganization, in blocks. */
const deepest = 5;

/**
 * Settles invoices on several processes while they are killed, the chain is reorganized and RPC requests fail. Then
 * compares what was promised with the final state.
 */
export const settlements: Soak<keyof typeof options> = {
  name: "settlements",
  summary:
    "Processes that share a signer are killed, while the chain is reorganized and RPC requests go wrong.",
  options,
  run: async (given) => {
    const proxies: FaultyRpc[] = [];
    const members = async ({ rpcUrl, random }: Scenery) => {
      const all = replicas(given.processes, { SETTLEMENT_TIMEOUT_MS: "6000" });
      while (proxies.length < all.length) {
        const faulty = { rate: given.rpcFaults, random: random.fork() };
        proxies.push(await startFaultyRpc(rpcUrl, faulty));
      }
      return all.map((one, index) => {
        const url = proxies[index]?.url ?? "";
        return { ...one, environment: { ...one.environment, SETTLEMENT_RPC_URL: url } };
      });
    };
    const setting = { seed: given.seed, database: steadyPostgres, minesBlocks: true, members };
    try {
      return await onStage(setting, (stage) => play(stage, given, proxies));
    } finally {
      for (const proxy of proxies) proxy.stop();
    }
  },
};

async function play(
  stage: Stage,
  given: SettlementsOptions,
  proxies: readonly FaultyRpc[],
): Promise<Counts> {
  const { processes, chain, problem, random, to } = stage;
  const subscriber = await newSubscriber(to);
  const invoices: string[] = [];
  while (invoices.length < given.settlements) {
    invoices.push((await newInvoice(to, subscriber)).id);
  }
  const service = serviceOf(processes, random.fork());
  const told: Told = {
    settled: new Map(),
    allows: (status, error) =>
      [409, 500].includes(status) && error !== "An unexpected error occurred.",
    problem,
  };
  const left = [...invoices];
  const callers = new Set<Promise<void>>();
  const half = Math.ceil(given.reorgs / 2);
  const faults = {
    settle: {
      times: invoices.length,
      happen: async () => {
        while (callers.size >= maxInFlight) await Promise.race(callers);
        const kind = random.weighted(callerKinds);
        const caller = settleAs(kind, service, told, left.pop() ?? "").finally(() => {
          callers.delete(caller);
        });
        callers.add(caller);
      },
    },
    kill: kills(stage, given.kills, 3_000),
    reorganize: { times: given.reorgs, happen: () => chain.reorganize(random.integer(1, deepest)) },
    drop: { times: half, happen: () => chain.dropWaiting() },
    fee: { times: half, happen: () => chain.raiseBaseFee(random.integer(5, 100)) },
  };
  await inject(stage, faults, { random: random.fork(), longestPauseMs: 150 });
  await Promise.all(callers);

  for (const proxy of proxies) proxy.heal();
  await comeToRest(stage);
  await judgeSettlements(stage, told.settled);
  return [
    ["invoices to settle", given.settlements],
    ["answers", listed(service.answers)],
    ["kills", given.kills],
    ["reorganizations", given.reorgs],
    ...(await storedCounts(stage)),
    ...rpcCounts(proxies),
  ];
}

async function storedCounts({ rows }: Stage): Promise<Counts> {
  const [stored = {}] = await rows<Record<string, string>>(`
    SELECT (SELECT count(*) FROM settlements WHERE status = 'CONFIRMED') AS confirmed,
           (SELECT count(*) FROM settlements WHERE status = 'FAILED') AS "failed, nothing signed",
           (SELECT count(*) FROM webhook_events WHERE type = 'settlement.reorged')
             AS "confirmed ones taken back",
           (SELECT count(*) - count(DISTINCT settlement_id) FROM settlement_transactions)
             AS "fees raised",
           (SELECT count(*) FROM settlements s JOIN settlement_transactions t ON t.hash = s.transaction_hash
             WHERE status = 'CONFIRMED' AND EXISTS (SELECT FROM settlement_transactions earlier
               WHERE earlier.settlement_id = s.id AND earlier.signed_at < t.signed_at))
             AS "confirmed by a replacement"`);
  return Object.entries(stored);
}

function rpcCounts(proxies: readonly FaultyRpc[]): Counts {
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
  const faults = new Map<string, number>();
  for (const [what, count] of proxies.flatMap((proxy) => [...proxy.faults])) {
    faults.set(what, (faults.get(what) ?? 0) + count);
  }
  const sent = proxies.flatMap((proxy) => proxy.sent);
  const distinct = new Set(sent).size;
  return [
    ["RPC requests", sum(proxies.map((proxy) => proxy.requests.length))],
    ["RPC faults", `${sum([...faults.values()])}: ${listed(faults)}`],
    ["transactions sent", distinct],
    ["sent again", sent.length - distinct],
  ];
}
