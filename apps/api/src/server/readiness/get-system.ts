import type { z } from "zod";
import packageJson from "../../../package.json" with { type: "json" };
import { read } from "../../operation/define.ts";
import type { Keyed } from "../../operation/work.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { OneSystem, SystemQuery } from "../../schemas/system.ts";
import { settlementFigures } from "../../settlements/settlement-figures.ts";
import { signerFigures } from "../../settlements/signers/signers.ts";

type System = z.input<typeof OneSystem>["system"];

/** What runs here, for the people who run it. GET /ready says whether it works. */
export const getSystem = read("GET /system", {
  name: "system.get",
  summary: "Get the software, the contracts and the signers",
  description:
    "Returns the versions of the software and of the contracts. With the platform's key, it also returns the settlements that wait for the chain, and the accounts that send them with what they have for gas. `GET /ready` tells whether the service can do all its work.",
  refusals: { chainDoesNotAnswer },
  input: SystemQuery,
  output: OneSystem,
  run: async (work) => {
    const isPlatform = work.tenant === null;
    const [contracts, queue, signers] = await Promise.all([
      contractsOf(work),
      isPlatform ? queueOf(work) : null,
      isPlatform ? signersOf(work) : null,
    ]);
    const system: System = {
      version: packageJson.version,
      chainId: work.chain.chainId,
      allowsTestClocks: work.times.areTestClocksAllowed,
      contracts,
      queue,
      signers,
    };
    return { system };
  },
});

async function contractsOf({
  chain,
  collector,
}: Pick<Keyed, "chain" | "collector">): Promise<System["contracts"]> {
  const [registry, its] = await Promise.all([chain.version(), collector?.version()]);
  return [
    { name: "SettlementRegistry", address: chain.contract, version: registry },
    ...(collector === null || its === undefined
      ? []
      : [{ name: "SettlementCollector" as const, address: collector.contract, version: its }]),
  ];
}

async function queueOf(work: Pick<Keyed, "db" | "clock">): Promise<NonNullable<System["queue"]>> {
  const { counts, oldestUnresolvedSeconds } = await settlementFigures(work);
  return {
    pending: counts.PENDING,
    submitted: counts.SUBMITTED + counts.TIMED_OUT,
    oldestSeconds: Math.round(oldestUnresolvedSeconds),
  };
}

async function signersOf(
  work: Parameters<typeof signerFigures>[0],
): Promise<NonNullable<System["signers"]>> {
  const figures = await signerFigures(work);
  return figures.map(({ address, balance, settlements, nonceGap, halted }) => ({
    address,
    balance,
    settlements: settlements === null ? null : String(settlements),
    unconfirmed: nonceGap,
    isHalted: halted,
  }));
}
