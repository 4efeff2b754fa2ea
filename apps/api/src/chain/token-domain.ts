import { devUsdcAbi } from "@usance/contracts";
import { domainSeparator } from "viem";
import type { TypedData } from "../ports/collector.ts";
import type { Registry } from "./registry.ts";

/**
 * The EIP-712 domain in which the token takes signatures. It differs between chains ("USD Coin" or "USDC"), so
 * the token is asked, and its answer held against the separator that it checks signatures with.
 *
 * @returns null when the two do not fit
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
