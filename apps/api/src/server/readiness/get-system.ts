import { z } from "zod";
import packageJson from "../../../package.json" with { type: "json" };
import { addressOut, chainIdOut, component } from "../../kit/answers.ts";
import { request } from "../../kit/fields.ts";
import { read } from "../../operation/define.ts";
import type { Keyed } from "../../operation/work.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { settlementFigures } from "../../settlements/settlement-figures.ts";
import { signerFigures } from "../../settlements/signers/signers.ts";

const platformOnly = "null for the API key of a seller";

const Contract = z.object({
  name: z
    .enum(["SettlementRegistry", "SettlementCollector"])
    .meta({ description: "Name of the contract", example: "SettlementRegistry" }),
  address: addressOut().meta({ description: "Address of the contract" }),
  version: z.string().meta({ description: "Version of the contract", example: "2" }),
});

const Queue = z.object({
  pending: z.int().meta({ description: "Settlements that are not sent yet", example: 0 }),
  submitted: z.int().meta({
    description: "Settlements that are sent and not decided yet",
    example: 1,
  }),
  oldestSeconds: z.int().meta({
    description: "How long the oldest of them has waited, in seconds; 0 without one",
    example: 4,
  }),
});

const Signer = z.object({
  address: addressOut().meta({ description: "Address of the account that sends settlements" }),
  balance: z.string().meta({
    description: "What it has for gas, in the chain's own currency, as a decimal",
    example: "0.25",
  }),
  settlements: z.string().nullable().meta({
    description: "How many settlements it can pay for at today's gas price; null when gas is free",
    example: "1250",
  }),
  unconfirmed: z.int().meta({
    description: "Number of its transactions that are not in a block yet",
    example: 0,
  }),
  isHalted: z.boolean().meta({
    description:
      "Whether it has halted because somebody else used its key. `usance signers resume` ends that",
    example: false,
  }),
});

const ShownSystem = component(
  "System",
  "The software, the contracts and the accounts that send settlements.",
  {
    version: z.string().meta({ description: "Version of the software", example: "0.1.0" }),
    chainId: chainIdOut(),
    allowsTestClocks: z.boolean().meta({
      description:
        "Whether the settlement chain is local or a testnet, so that services can have test clocks",
      example: false,
    }),
    contracts: z.array(Contract).meta({ description: "The contracts that the service uses" }),
    queue: Queue.nullable().meta({
      description: `The settlements of all sellers that are not decided yet; ${platformOnly}`,
    }),
    signers: z
      .array(Signer)
      .nullable()
      .meta({
        description: `The accounts that send settlements; empty if a wallet provider sends them; ${platformOnly}`,
      }),
  },
);

const OneSystem = z.object({ system: ShownSystem });

type System = z.input<typeof OneSystem>["system"];

/** The versions and the state of the software, for its operators. GET /ready tells whether it works. */
export const getSystem = read("GET /system", {
  name: "system.get",
  summary: "Get the software, the contracts and the signers",
  description:
    "Returns the versions of the software and of the contracts. With the platform's key, it also returns the settlements that wait for the chain, and the accounts that send them with what they have for gas. `GET /ready` tells whether the service can do all its work.",
  refusals: { chainDoesNotAnswer },
  input: request({}).prefault({}),
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
