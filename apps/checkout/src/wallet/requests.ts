import type { WalletProvider } from "@usance/ui";
import type { Prepared } from "../api/payable.ts";
import { WalletError, walletErrorOf } from "./wallet-error.ts";

export type Provider = WalletProvider;

type TypedData = NonNullable<Prepared["payment"]>["typedData"];

/** @throws WalletError, as everything here, when the wallet or its holder does not */
export async function connect(provider: Provider): Promise<string> {
  const address = firstAddress(await request(provider, "eth_requestAccounts"));
  if (address === null)
    throw new WalletError("failed", "The wallet shows no account to this page.");
  return address;
}

/** @returns null where the wallet shows no account to the page */
export function firstAddress(accounts: unknown): string | null {
  const [first] = Array.isArray(accounts) ? accounts : [];
  return typeof first === "string" && /^0x[0-9a-fA-F]{40}$/.test(first) ? first : null;
}

export async function readChainId(provider: Provider): Promise<number> {
  const chainId = chainIdOf(await request(provider, "eth_chainId"));
  if (chainId === null) throw new WalletError("failed", "The wallet does not say its chain.");
  return chainId;
}

/** Wallets return hex digits; some return a number or a decimal. */
export function chainIdOf(said: unknown): number | null {
  const chainId = typeof said === "string" || typeof said === "number" ? Number(said) : Number.NaN;
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null;
}

export async function switchChain(provider: Provider, chainId: number): Promise<void> {
  await request(provider, "wallet_switchEthereumChain", [{ chainId: `0x${chainId.toString(16)}` }]);
}

/** @returns the signature */
export async function signTypedData(
  provider: Provider,
  address: string,
  typedData: TypedData,
): Promise<string> {
  const text = JSON.stringify(withDomainType(typedData));
  return hexOf(await request(provider, "eth_signTypedData_v4", [address, text]), "signature");
}

/** @returns the logs of a transaction, as the wallet's node has them; null while it is in no block */
export async function readLogs(
  provider: Provider,
  hash: string,
): Promise<readonly unknown[] | null> {
  const receipt = await request(provider, "eth_getTransactionReceipt", [hash]);
  if (typeof receipt !== "object" || receipt === null || !("logs" in receipt)) return null;
  return Array.isArray(receipt.logs) ? receipt.logs : null;
}

const domainTypes: Readonly<Record<string, string>> = {
  name: "string",
  version: "string",
  chainId: "uint256",
  verifyingContract: "address",
};

/** Wallets want the domain's own type among the types, with the fields that the domain has. */
function withDomainType(typedData: TypedData) {
  const EIP712Domain = Object.entries(domainTypes)
    .filter(([name]) => name in typedData.domain)
    .map(([name, type]) => ({ name, type }));
  return { ...typedData, types: { EIP712Domain, ...typedData.types } };
}

export async function request(
  provider: Provider,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (error) {
    throw walletErrorOf(error);
  }
}

export function hexOf(answer: unknown, what: string): string {
  if (typeof answer === "string" && /^0x[0-9a-fA-F]+$/.test(answer)) return answer;
  throw new WalletError("failed", `The wallet answered without a ${what}.`);
}
