import { z } from "zod";
import { addressOut, chainIdOut } from "../kit/answers.ts";
import { request } from "../kit/fields.ts";

export const SystemQuery = request({}).prefault({});

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

const ShownSystem = z
  .object({
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
  })
  .meta({
    id: "System",
    description: "The software, the contracts and the accounts that send settlements.",
  });

export const OneSystem = z.object({ system: ShownSystem });

export const Health = z.object({
  ok: z.literal(true).meta({ description: "Always `true`: the service is up", example: true }),
  service: z.string().meta({ description: "Name of the service", example: "usance" }),
  apiRoot: z.string().meta({
    description: "Path prefix of this version of the API",
    example: "/api/v1",
  }),
});

export const Readiness = z.object({
  ready: z
    .boolean()
    .meta({ description: "Whether the service can do all its work", example: true }),
  reasons: z.array(z.string()).meta({
    description: "Why the service is not ready, one sentence each; empty when it is ready",
    example: [],
  }),
  warnings: z.array(z.string()).meta({
    description:
      "Problems that do not stop the service, one sentence each, such as merchants that USDC has blacklisted (the 50 newest services are checked)",
    example: [],
  }),
});
