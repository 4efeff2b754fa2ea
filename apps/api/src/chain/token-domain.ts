import { devUsdcAbi } from "@usance/contracts";
import { domainSeparator } from "viem";
import type { TypedData } from "./ports/collector.ts";
import type { Registry } from "./registry.ts";

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
