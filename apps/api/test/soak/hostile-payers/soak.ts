import { setTimeout as sleep } from "node:timers/promises";
import { publicDevAccount } from "@usance/local-stack";
import { deployCollector } from "../../../src/cli/dev/deploy-contracts.ts";
import { payments } from "../../harness/service.ts";
import { deployUsdcLike } from "../../harness/usdc.ts";
import { newInvoice, newSubscriber } from "../../processes/calls.ts";
import { listed, type OptionsOf, type Soak, wholeNumber } from "../define-soak.ts";
import { inject } from "../faults/inject.ts";
import { comeToRest } from "../judge.ts";
import { serviceOf } from "../service.ts";
import { onStage, replicas, type Scenery, type Stage, steadyPostgres } from "../stage.ts";
import { type HonestPayer, honestPayers, type Stranger, strangers } from "./cast.ts";
import { newPlan, newSession, type Plan, payThrough } from "./checkouts.ts";
import { judgeGas, judgeSessions } from "./judge.ts";
import { watchNonces } from "./nonce-watch.ts";
import { actAs, type Scene } from "./strangers.ts";

const options = {
  /** Honest payments. */
  payers: wholeNumber(90, 3, 10_000),
  /** Strangers who attack them. */
  strangers: wholeNumber(150, 1, 10_000),
  /** Sellers' services. */
  services: wholeNumber(2, 1, 100),
  kills: wholeNumber(30, 0, 100_000),
  processes: wholeNumber(3, 1, 20),
};
type HostilePayersOptions = OptionsOf<typeof options>;

/** The usual gas limit of a settlement, and a small budget for a service's failures. */
const bounds = { maxGas: 500_000n, failureGas: 1_000_000n };
/** How long a nonce may wait until it is freed, plus the time of a check, in milliseconds. */
const stuckMs = 20_000;
const allowanceMs = 20_000;

/** The time in which all payers come, and the longest life of a process, in milliseconds. */
const spreadMs = 300;
const longestLifeMs = 3_000;
/** How long the first stranger comes before the first honest payer, in milliseconds. */
const leadMs = 2_000;
const { address: signer, privateKey } = publicDevAccount;

/**
 * Lets honest payers pay at checkouts while strangers attack them and processes are killed, on a chain that mines
 * one block per second with a token like USDC. The seed decides the order of events, but not which of them share a
 * block.
 */
export const hostilePayers: Soak<keyof typeof options> = {
  name: "hostile-payers",
  summary:
    "Honest payers and strangers who work against them at checkouts, while processes are killed.",
  options,
  run: (given) => {
    const cast: { honest: HonestPayer[]; hostile: Stranger[] } = { honest: [], hostile: [] };
    const members = async ({ rpcUrl, contract: registry, random }: Scenery) => {
      await deployUsdcLike(rpcUrl);
      await deployCollector(rpcUrl, { registry, admins: [privateKey], operator: signer });
      cast.honest = await honestPayers(rpcUrl, given.payers);
      cast.hostile = await strangers(rpcUrl, given.strangers, random);
      return replicas(given.processes, {
        ...payments,
        CHECKOUT_FAILURE_GAS: String(bounds.failureGas),
        SETTLEMENT_STUCK_MS: String(stuckMs),
      });
    };
    const setting = { seed: given.seed, database: steadyPostgres, minesBlocks: true, members };
    return onStage(setting, (stage) => play(stage, given, cast));
  },
};

async function play(
  stage: Stage,
  given: HostilePayersOptions,
  { honest, hostile }: { honest: readonly HonestPayer[]; hostile: readonly Stranger[] },
) {
  const { problem, processes, random, to } = stage;
  const plans: Plan[] = [];
  while (plans.length < given.services) plans.push(await newPlan(to));
  const anySession = () => newSession(to, random.oneOf(plans));
  const scene: Scene = {
    ...stage,
    service: serviceOf(processes, random.fork()),
    othersInvoices: [],
    acts: new Map(),
  };
  const squatters = hostile.filter(({ kind }) => kind === "squatter").length;
  while (scene.othersInvoices.length < squatters) {
    scene.othersInvoices.push(await newInvoice(to, await newSubscriber(to)));
  }
  // A contract that has never paid must wait after others' failures, so each pays once before the strangers come.
  const quiet = await withSessions(
    honest.filter(({ kind }) => kind !== "account"),
    anySession,
  );
  const besieged = await withSessions(honest, anySession);

  const nonces = watchNonces(stage, signer);
  const refusals: string[] = [];
  const payAll = async (some: typeof quiet, firstMs: number) => {
    const paid = some.map(async ({ payer, session }) => {
      await sleep(firstMs + random.integer(0, spreadMs * some.length));
      refusals.push(...(await payThrough(scene.service, session, payer)));
    });
    await Promise.all(paid);
  };
  try {
    await payAll(quiet, 0);
    const ended = new AbortController();
    const killing = killAll(stage, given.kills, ended.signal);
    const acts = hostile.map(async (stranger) => {
      await sleep(random.integer(0, spreadMs * honest.length));
      await actAs(stranger, scene, random.oneOf(besieged).session);
    });
    await Promise.all([payAll(besieged, leadMs), ...acts]);
    ended.abort();
    const kills = await killing;
    await comeToRest(stage);
    await nonces.stop();
    if (nonces.longestMs > stuckMs + allowanceMs) {
      problem(`a nonce stood still for ${Math.round(nonces.longestMs)} ms`);
    }
    const sessions = [...quiet, ...besieged].map(({ session }) => session);
    await judgeSessions(stage, signer, sessions);
    return [
      ["honest payments", sessions.length],
      ["refused on their way", refusals.length],
      ["strangers", listed(scene.acts)],
      ["answers", listed(scene.service.answers)],
      ["kills", kills],
      ...(await judgeGas(stage, signer, bounds)),
      ["longest wait of a nonce", `${(nonces.longestMs / 1_000).toFixed(1)} s`],
    ] as const;
  } finally {
    await nonces.stop();
  }
}

/** Each gets its own session. */
async function withSessions(some: readonly HonestPayer[], newOne: () => Promise<string>) {
  const besides: (HonestPayer & { readonly session: string })[] = [];
  for (const one of some) besides.push({ ...one, session: await newOne() });
  return besides;
}

/** @returns how many processes were killed */
function killAll(stage: Stage, times: number, ended: AbortSignal): Promise<number> {
  const { processes, random, rows } = stage;
  const kill = {
    times,
    happen: async () => {
      await random.oneOf(processes).killAndStart(random.integer(0, longestLifeMs));
      // The leases of a killed process are ended early, because waiting for them tests nothing.
      await rows("UPDATE settlements SET next_check_at = now() WHERE next_check_at > now()");
    },
  };
  return inject(stage, { kill }, { random: random.fork(), longestPauseMs: 0, ended });
}
