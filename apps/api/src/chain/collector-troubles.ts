import { settlementCollectorAbi, settlementRegistryAbi } from "@usance/contracts";
import { isAddressEqual, keccak256, stringToBytes } from "viem";
import { isOtherContract, settlerRole } from "./chain-troubles.ts";
import type { Registry } from "./registry.ts";
import type { ChainTrouble, Operator } from "./settlement-chain.ts";
import { tokenDomain } from "./token-domain.ts";
import { tokenState, tokenTroubles } from "./token-state.ts";

const operatorRole = keccak256(stringToBytes("OPERATOR_ROLE"));

/** What keeps payments from being taken, by the chain's own word. Whether they pay for gas is asked elsewhere. */
export async function collectorTroubles(
  registry: Registry & { readonly collector: `0x${string}` },
  operators: readonly Operator[],
): Promise<ChainTrouble[]> {
  const { client, contract, token, collector } = registry;
  const of = { address: collector, abi: settlementCollectorAbi } as const;
  const domain = await tokenDomain(registry).catch((error: unknown) => {
    if (isOtherContract(error)) return null;
    throw error;
  });
  if (domain === null) {
    return [setup(`SETTLEMENT_TOKEN_ADDRESS ${token} takes no signatures as USDC does.`)];
  }
  const asked = await Promise.all([
    client.readContract({ ...of, functionName: "registry" }),
    client.readContract({ ...of, functionName: "isTokenAllowed", args: [token] }),
    client.readContract({
      address: contract,
      abi: settlementRegistryAbi,
      functionName: "hasRole",
      args: [settlerRole, collector],
    }),
    Promise.all(
      operators.map(({ address }) =>
        client.readContract({ ...of, functionName: "hasRole", args: [operatorRole, address] }),
      ),
    ),
    tokenState(registry, [collector, ...operators.map(({ address }) => address)]),
  ]).catch((error: unknown) => {
    if (isOtherContract(error)) return null;
    throw error;
  });
  const named = `SETTLEMENT_COLLECTOR_ADDRESS ${collector}`;
  if (asked === null) return [setup(`${named} is another contract than SettlementCollector.`)];
  const [itsRegistry, allowsToken, maySettle, mayOperate, state] = asked;
  if (!isAddressEqual(itsRegistry, contract)) {
    return [setup(`${named} records in ${itsRegistry}, not in SETTLEMENT_CONTRACT_ADDRESS.`)];
  }
  return [
    ...(allowsToken ? [] : [setup(`${named} does not allow SETTLEMENT_TOKEN_ADDRESS ${token}.`)]),
    ...(maySettle ? [] : [setup(`${named} lacks the settlement contract's SETTLER role.`)]),
    ...operators
      .filter((_, index) => mayOperate[index] === false)
      .map(({ knownAs, address }) =>
        setup(`${knownAs} ${address}, which lacks the collector's OPERATOR role.`),
      ),
    ...tokenTroubles(state, registry).map((message) => ({ kind: "token" as const, message })),
  ];
}

const setup = (message: string): ChainTrouble => ({ kind: "setup", message });
