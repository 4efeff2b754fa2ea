import { setTimeout as sleep } from "node:timers/promises";
import { publicDevAccount } from "@usance/local-stack";
import { deployCollector } from "../../../src/cli/dev/deploy-collector.ts";
import { payments } from "../../harness/service.ts";
import { deployUsdcLike } from "../../harness/usdc.ts";
import { newInvoice, newSubscriber, rpc } from "../../processes/calls.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import type { Random } from "../random.ts";
import { listed } from "../report.ts";
import { comeToRest } from "../settlements/rest.ts";
import { startSoakChain } from "../settlements/soak-chain.ts";
import { onStage, replicas, type Scenery, type Stage } from "../stage.ts";
import { type HonestPayer, honestPayers, type Stranger, strangers } from "./cast.ts";
import { newPlan, newSession, type Plan, payThrough } from "./checkouts.ts";
import { judgeGas, judgeSessions } from "./judge.ts";
import { watchNonces } from "./nonce-watch.ts";
import type { HostilePayersOptions } from "./options.ts";
import { serviceOf } from "./service.ts";
import { actAs, type Scene } from "./strangers.ts";

/** The usual gas limit of a settlement, and a small budget for a service's failures. */
const bounds = { maxGas: 500_000n, failureGas: 1_000_000n };
const finality = 4;
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
export async function soakHostilePayers(options: HostilePayersOptions): Promise<SoakResult> {
  const cast: { honest: HonestPayer[]; hostile: Stranger[] } = { honest: [], hostile: [] };
  const environment = {
    ...payments,
    SETTLEMENT_FINALITY: String(finality),
    CHECKOUT_FAILURE_GAS: String(bounds.failureGas),
    SETTLEMENT_STUCK_MS: String(stuckMs),
  };
  const setting = {
    seed: options.seed,
    settings: { max_connections: 300 },
    cast: async ({ rpcUrl, contract: registry, random }: Scenery) => {
      await deployUsdcLike(rpcUrl);
      await deployCollector(rpcUrl, { registry, admins: [privateKey], operator: signer });
      cast.honest = await honestPayers(rpcUrl, options.payers);
      cast.hostile = await strangers(rpcUrl, options.strangers, random);
      return replicas(options.processes, { environment });
    },
  };
  return onStage(setting, (stage) => play(stage, options, cast));
}

async function play(
  stage: Stage,
  options: HostilePayersOptions,
  { honest, hostile }: { honest: readonly HonestPayer[]; hostile: readonly Stranger[] },
) {
  const { database, problem, processes, random, rpcUrl } = stage;
  const to = { url: stage.urls[0] ?? "", key: apiKey };
  const plans: Plan[] = [];
  while (plans.length < options.services) plans.push(await newPlan(to));
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

  const chain = await startSoakChain({ url: rpcUrl });
  const nonces = watchNonces(rpcUrl, database, signer);
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
    const killing = killAll(stage, options, random.fork(), ended.signal);
    const acts = hostile.map(async (stranger) => {
      await sleep(random.integer(0, spreadMs * honest.length));
      await actAs(stranger, scene, random.oneOf(besieged).session);
    });
    await Promise.all([payAll(besieged, leadMs), ...acts]);
    ended.abort();
    const kills = await killing;
    await Promise.all(processes.map((process) => process.up()));
    await comeToRest(database, problem);
    await nonces.stop();
    if (nonces.longestMs > stuckMs + allowanceMs) {
      problem(`a nonce stood still for ${Math.round(nonces.longestMs)} ms`);
    }
    const sessions = [...quiet, ...besieged].map(({ session }) => session);
    await judgeSessions(stage, signer, sessions);
    return [
      ["honest payments", String(sessions.length)],
      ["refused on their way", String(refusals.length)],
      ["strangers", listed(scene.acts)],
      ["answers", listed(scene.service.answers)],
      ["kills", String(kills)],
      ...(await judgeGas(stage, signer, bounds)),
      ["longest wait of a nonce", `${(nonces.longestMs / 1_000).toFixed(1)} s`],
    ] as const;
  } finally {
    await nonces.stop();
    await chain.stop();
    await rpc(rpcUrl, "evm_setAutomine", [true]);
  }
}

/** Each gets its own session. */
async function withSessions(some: readonly HonestPayer[], newOne: () => Promise<string>) {
  const besides: (HonestPayer & { readonly session: string })[] = [];
  for (const one of some) besides.push({ ...one, session: await newOne() });
  return besides;
}

/** @returns how many processes were killed */
async function killAll(
  { database, processes }: Stage,
  { kills }: HostilePayersOptions,
  random: Random,
  ended: AbortSignal,
): Promise<number> {
  for (let count = 0; count < kills; count += 1) {
    if (ended.aborted) return count;
    await random.oneOf(processes).killAndStart(random.integer(0, longestLifeMs));
    // The leases of a killed process are ended early, because waiting for them tests nothing.
    await database.query(
      "UPDATE settlements SET next_check_at = now() WHERE next_check_at > now()",
    );
  }
  return kills;
}
