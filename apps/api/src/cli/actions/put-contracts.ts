import {
  settlementCollectorAbi,
  settlementCollectorBytecode,
  settlementRegistryAbi,
  settlementRegistryBytecode,
} from "@usance/contracts";
import { encodeFunctionData } from "viem";
import { settlerRole } from "../../chain/chain-troubles.ts";
import type { deployer } from "../../chain/deployer.ts";
import type { Hex } from "../../kit/evm-fields.ts";

export interface NewContracts {
  readonly admin: Hex;
  /** The account that settles in the registry and operates the collector. */
  readonly settler: Hex;
  readonly pauser: Hex;
  /** The delay between starting and accepting a transfer of the admin role. */
  readonly delaySeconds: number;
  /** The token that the collector takes; undefined: only the registry is deployed. */
  readonly token: Hex | undefined;
}

/** A call that grants a role. The admin must send it. */
interface Grant {
  readonly to: Hex;
  readonly data: Hex;
}

interface PutContracts {
  readonly registry: Hex;
  readonly collector: Hex | undefined;
  /** The call that the admin still has to send; null if the admin deployed the contracts itself. */
  readonly left: Grant | null;
}

/** Deploys the contracts on a chain and lets the collector record settlements. */
export async function putContracts(
  { address, deploy, send }: ReturnType<typeof deployer>,
  { admin, settler, pauser, delaySeconds, token }: NewContracts,
): Promise<PutContracts> {
  const registry = await deploy({
    abi: settlementRegistryAbi,
    bytecode: settlementRegistryBytecode,
    args: [delaySeconds, admin, settler, pauser],
  });
  if (token === undefined) return { registry, collector: undefined, left: null };
  const collector = await deploy({
    abi: settlementCollectorAbi,
    bytecode: settlementCollectorBytecode,
    args: [delaySeconds, admin, settler, pauser, registry, token],
  });
  const data = encodeFunctionData({
    abi: settlementRegistryAbi,
    functionName: "grantRole",
    args: [settlerRole, collector],
  });
  if (admin !== address) return { registry, collector, left: { to: registry, data } };
  await send(registry, data);
  return { registry, collector, left: null };
}

/** The call that the admin still has to send, in words. */
export const leftInWords = (admin: Hex, { to, data }: Grant): string[] => [
  `A role is still missing. The admin, ${admin}, must send this call:`,
  `  to    ${to}`,
  `  data  ${data}`,
];
