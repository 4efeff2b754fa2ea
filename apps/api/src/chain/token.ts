import { devUsdcAbi } from "@usance/contracts";
import { domainSeparator, isAddressEqual, type PublicClient, parseAbi } from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import type { Registry } from "./registry.ts";
import { isOtherContract } from "./reverts.ts";
import type { TypedData } from "./typed-data.ts";

/** The token's restrictions on payments. */
export interface TokenState {
  readonly paused: boolean;
  /** The queried addresses that can neither send nor receive the token. */
  readonly blacklisted: readonly Hex[];
}

/**
 * Reads the token's EIP-712 domain, in which payers sign authorizations. Its name differs between chains ("USD Coin" or
 * "USDC"), so it is read from the token and compared with the token's own domain separator.
 *
 * @returns null when the two do not match
 */
export async function tokenDomain({
  client,
  chainId,
  token,
}: Pick<Registry, "client" | "chainId" | "token">): Promise<TypedData["domain"] | null> {
  const of = { address: token, abi: devUsdcAbi } as const;
  const [name, version, separator] = await Promise.all([
    client.readContract({ ...of, functionName: "name" }),
    client.readContract({ ...of, functionName: "version" }),
    client.readContract({ ...of, functionName: "DOMAIN_SEPARATOR" }),
  ]);
  const domain = { name, version, chainId, verifyingContract: token };
  return domainSeparator({ domain }) === separator ? domain : null;
}

/** The functions by which USDC shows that its issuer has paused it or blacklisted an address (FiatTokenV2_2). */
const fiatToken = parseAbi([
  "function paused() view returns (bool)",
  "function isBlacklisted(address account) view returns (bool)",
]);

/**
 * Reads a token's state. A token without pausing or a blacklist counts as unpaused and without blacklisted addresses.
 */
export async function tokenState(
  { client, token }: { readonly client: PublicClient; readonly token: Hex },
  addresses: readonly Hex[],
): Promise<TokenState> {
  const of = { address: token, abi: fiatToken } as const;
  const [paused, answers] = await Promise.all([
    orFalse(client.readContract({ ...of, functionName: "paused" })),
    Promise.all(
      addresses.map((address) =>
        orFalse(client.readContract({ ...of, functionName: "isBlacklisted", args: [address] })),
      ),
    ),
  ]);
  return { paused, blacklisted: addresses.filter((_, index) => answers[index] === true) };
}

async function orFalse(asked: Promise<boolean>): Promise<boolean> {
  try {
    return await asked;
  } catch (error) {
    if (isOtherContract(error)) return false;
    throw error;
  }
}

/** Describes the token's problems for a collector and the accounts that call it, one sentence each. */
export function tokenTroubles(
  { paused, blacklisted }: TokenState,
  { token, collector }: { readonly token: Hex; readonly collector: Hex },
): string[] {
  const whose = (address: Hex) =>
    isAddressEqual(address, collector) ? "the collector" : "the settlement signer";
  return [
    ...(paused ? [`The token ${token} is paused by its issuer: no payment can be taken.`] : []),
    ...blacklisted.map((one) => `The token ${token} has blacklisted ${whose(one)} ${one}.`),
  ];
}
