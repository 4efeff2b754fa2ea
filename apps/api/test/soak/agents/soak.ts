import { setTimeout as sleep } from "node:timers/promises";
import { publicDevAccount } from "@usance/local-stack";
import { deployCollector } from "../../../src/cli/dev/deploy-contracts.ts";
import { walletOn } from "../../harness/payer.ts";
import { payments } from "../../harness/service.ts";
import { deployUsdcLike } from "../../harness/usdc.ts";
import { listed, type OptionsOf, type Soak, wholeNumber } from "../define-soak.ts";
import { inject, kills } from "../faults/inject.ts";
import { comeToRest } from "../judge.ts";
import { serviceOf } from "../service.ts";
import { onStage, replicas, type Scenery, type Stage, steadyPostgres } from "../stage.ts";
import { type Agent, newPayee, type Payee, payFor, type Scene, tokenOf } from "./agents.ts";
import { judgePayments } from "./judge.ts";

const options = {
  /** Programs with a wallet each. */
  agents: wholeNumber(50, 1, 1_000),
  /** How many calls each of them pays for. */
  calls: wholeNumber(8, 1, 1_000),
  sellers: wholeNumber(3, 1, 100),
  kills: wholeNumber(20, 0, 100_000),
  reorgs: wholeNumber(6, 0, 1_000),
  processes: wholeNumber(2, 1, 20),
};
type AgentsOptions = OptionsOf<typeof options>;

const { address: signer, privateKey } = publicDevAccount;
/** The longest life of a process, the longest pause between faults, and the longest of an agent, in milliseconds. */
const longestLifeMs = 4_000;
const longestPauseMs = 1_500;
const longestThoughtMs = 2_000;

/**
 * Lets programs pay sellers with x402, several calls at once, while answers are lost, others send their transfers first, payers
 * cancel, processes are killed and the chain reorganizes. The chain mines one block per second, with a token like USDC.
 */
export const agents: Soak<keyof typeof options> = {
  name: "agents",
  summary:
    "Programs that pay with x402, while answers are lost, others send their transfers first, processes are killed and the chain reorganizes.",
  options,
  run: (given) => {
    const cast: Agent[] = [];
    const members = async ({ rpcUrl, contract: registry }: Scenery) => {
      await deployUsdcLike(rpcUrl);
      await deployCollector(rpcUrl, { registry, admins: [privateKey], operator: signer });
      while (cast.length < given.agents) cast.push(await walletOn(rpcUrl, "1"));
      return replicas(given.processes, { ...payments, X402_SETTLE_WAIT_MS: "3000" });
    };
    const setting = { seed: given.seed, database: steadyPostgres, minesBlocks: true, members };
    return onStage(setting, (stage) => play(stage, given, cast));
  },
};

async function play(stage: Stage, given: AgentsOptions, cast: readonly Agent[]) {
  const { chain, processes, random, rpcUrl, to } = stage;
  const payees: Payee[] = [];
  while (payees.length < given.sellers) payees.push(await newPayee(to));
  const service = serviceOf(processes, random.fork());
  const scene: Scene = {
    rpcUrl,
    token: await tokenOf(service),
    served: new Map(),
    sent: new Map(),
    acts: new Map(),
  };
  const faults = inject(
    stage,
    {
      kills: kills(stage, given.kills, longestLifeMs),
      reorgs: { times: given.reorgs, happen: (own) => chain.reorganize(own.integer(1, 3)) },
    },
    { random: random.fork(), longestPauseMs },
  );
  const calls = cast.flatMap((agent) =>
    Array.from({ length: given.calls }, async () => {
      const own = service.fork();
      const payee = own.random.oneOf(payees);
      await sleep(own.random.integer(0, longestThoughtMs * given.calls));
      await payFor(scene, own, agent, payee);
    }),
  );
  const [injected] = await Promise.all([faults, ...calls]);
  await comeToRest(stage);
  return [
    ["payments", scene.sent.size],
    ["served", scene.served.size],
    ["how they came out", listed(scene.acts)],
    ["answers", listed(service.answers)],
    ["kills and reorganizations", injected],
    ...(await judgePayments(stage, scene, payees)),
  ] as const;
}
