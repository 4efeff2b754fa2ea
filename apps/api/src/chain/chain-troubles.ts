import { settlementCollectorAbi, settlementRegistryAbi } from "@usance/contracts";
import { isAddressEqual, keccak256, type PublicClient, stringToBytes } from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import { gasFunds } from "./fees.ts";
import { type Registry, registryOf } from "./registry.ts";
import { isOtherContract } from "./reverts.ts";
import type { ChainTrouble, Operator } from "./settlement-terms.ts";
import { tokenDomain, tokenState, tokenTroubles } from "./token.ts";

export const settlerRole = keccak256(stringToBytes("SETTLER_ROLE"));

/**
 * Checks for problems that prevent settlements: whether the RPC address leads to the configured chain, whether the
 * contract exists and gives these operators the SETTLER role, and whether they can pay for gas.
 */
export async function chainTroubles(
  registry: Registry,
  operators: readonly Operator[],
): Promise<ChainTrouble[]> {
  const wrong = await setupTrouble(registry);
  if (wrong !== null) return [setup(wrong)];
  const troubles = await Promise.all(operators.map((one) => operatorTrouble(registry, one)));
  return troubles.filter((trouble) => trouble !== null);
}

async function setupTrouble({ client, chainId, contract }: Registry): Promise<string | null> {
  const actual = await client.getChainId();
  if (actual !== chainId) {
    return `SETTLEMENT_CHAIN_ID is ${chainId}, but the chain at SETTLEMENT_RPC_URL is ${actual}.`;
  }
  if ((await client.getCode({ address: contract })) === undefined) {
    return `SETTLEMENT_CONTRACT_ADDRESS ${contract} has no contract on the chain at SETTLEMENT_RPC_URL.`;
  }
  return null;
}

async function operatorTrouble(
  { client, contract }: Registry,
  { address, knownAs, paysGas }: Operator,
): Promise<ChainTrouble | null> {
  const maySettle = await isSettler(client, contract, address).catch((error: unknown) => {
    if (isOtherContract(error)) return null;
    throw error;
  });
  if (maySettle === null) {
    return setup(
      `SETTLEMENT_CONTRACT_ADDRESS ${contract} is another contract than SettlementRegistry.`,
    );
  }
  if (!maySettle) return setup(`${knownAs} ${address}, which lacks the contract's SETTLER role.`);
  if (!paysGas) return null;
  const { balance, settlements } = await gasFunds(client, address);
  if (settlements !== 0n) return null;
  const message = `The settlement signer ${address} cannot pay for gas: it has ${balance} of the chain's currency.`;
  return { kind: "gas", message };
}

/** A collector, and where it is. */
export interface CollectorOptions extends Registry {
  readonly collector: Hex;
  /** The number of blocks after which reorganizations are no longer expected. */
  readonly finality: number;
}

const operatorRole = keccak256(stringToBytes("OPERATOR_ROLE"));

/**
 * Checks for problems that prevent payments through a collector. `chainTroubles` checks the operators' gas funds.
 */
export async function collectorTroubles(
  options: CollectorOptions,
  operators: readonly Operator[],
): Promise<ChainTrouble[]> {
  const { client, contract, token, collector } = options;
  const of = { address: collector, abi: settlementCollectorAbi } as const;
  const domain = await tokenDomain(options).catch((error: unknown) => {
    if (isOtherContract(error)) return null;
    throw error;
  });
  if (domain === null) {
    return [setup(`SETTLEMENT_TOKEN_ADDRESS ${token} takes no signatures as USDC does.`)];
  }
  const asked = await Promise.all([
    registryOf(client, collector),
    client.readContract({ ...of, functionName: "isTokenAllowed", args: [token] }),
    registryOf(client, collector).then((registry) => isSettler(client, registry, collector)),
    Promise.all(
      operators.map(({ address }) =>
        client.readContract({ ...of, functionName: "hasRole", args: [operatorRole, address] }),
      ),
    ),
    tokenState(options, [collector, ...operators.map(({ address }) => address)]),
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
        setup(`${knownAs} ${address}, which lacks the OPERATOR role of ${named}.`),
      ),
    ...tokenTroubles(state, options).map((message) => ({ kind: "token" as const, message })),
  ];
}

/** Returns whether a registry gives an account the SETTLER role. */
const isSettler = (client: PublicClient, registry: Hex, account: Hex): Promise<boolean> =>
  client.readContract({
    address: registry,
    abi: settlementRegistryAbi,
    functionName: "hasRole",
    args: [settlerRole, account],
  });

const setup = (message: string): ChainTrouble => ({ kind: "setup", message });
