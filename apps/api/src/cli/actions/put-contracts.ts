import {
  settlementCollectorAbi,
  settlementCollectorBytecode,
  settlementRegistryAbi,
  settlementRegistryBytecode,
} from "@usance/contracts";
import { encodeFunctionData } from "viem";
import { settlerRole } from "../../chain/chain-troubles.ts";
import { operatorRole } from "../../chain/collector-troubles.ts";
import type { deployer } from "../../chain/deployer.ts";
import type { Hex } from "../../lib/evm-fields.ts";

export interface NewContracts {
  readonly admin: Hex;
  /** One or more accounts that settle in the registry and operate the collector. */
  readonly settlers: readonly [Hex, ...Hex[]];
  readonly pauser: Hex;
  /** The delay between starting and accepting a transfer of the admin role. */
  readonly delaySeconds: number;
  /** The token that the collector takes; undefined: only the registry is deployed. */
  readonly token: Hex | undefined;
}

/** The settings of the service that a deployment changes, and the remaining steps. */
export interface Deployment {
  readonly settings: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** A call that grants a role. The admin must send it. */
interface Grant {
  readonly to: Hex;
  readonly data: Hex;
}

export interface PutContracts {
  readonly registry: Hex;
  readonly collector: Hex | undefined;
  /** The calls that the admin still has to send; empty if the admin deployed the contracts itself. */
  readonly left: readonly Grant[];
}

/** Deploys version 2 of the contracts on a chain and grants their roles. */
export async function putContracts(
  { address, deploy, send }: ReturnType<typeof deployer>,
  { admin, settlers, pauser, delaySeconds, token }: NewContracts,
): Promise<PutContracts> {
  const [first, ...others] = settlers;
  const registry = await deploy({
    abi: settlementRegistryAbi,
    bytecode: settlementRegistryBytecode,
    args: [delaySeconds, admin, first, pauser],
  });
  const collector =
    token === undefined
      ? undefined
      : await deploy({
          abi: settlementCollectorAbi,
          bytecode: settlementCollectorBytecode,
          args: [delaySeconds, admin, first, pauser, registry, token],
        });
  const grants = [
    ...(collector === undefined ? [] : [grant(registry, settlerRole, collector)]),
    ...others.map((one) => grant(registry, settlerRole, one)),
    ...(collector === undefined ? [] : others.map((one) => grant(collector, operatorRole, one))),
  ];
  if (admin !== address) return { registry, collector, left: grants };
  for (const { to, data } of grants) await send(to, data);
  return { registry, collector, left: [] };
}

/** The calls that the admin still has to send, in words. */
export function leftInWords(admin: Hex, left: readonly Grant[]): string[] {
  const [one] = left;
  if (one === undefined) return [];
  const calls = left.length === 1 ? "this call" : "these calls";
  return [
    `Roles are still missing. The admin, ${admin}, must send ${calls}:`,
    ...left.flatMap(({ to, data }) => [`  to    ${to}`, `  data  ${data}`]),
  ];
}

/** Both contracts have the same function for granting roles. */
const grant = (to: Hex, role: Hex, account: Hex): Grant => ({
  to,
  data: encodeFunctionData({
    abi: settlementRegistryAbi,
    functionName: "grantRole",
    args: [role, account],
  }),
});
