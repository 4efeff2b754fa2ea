import { useEffect, useState } from "react";

interface Provider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

/** A wallet of this browser that has announced itself (EIP-6963). */
export interface Wallet {
  readonly id: string;
  readonly name: string;
  readonly provider: Provider;
}

/** The wallets of this browser. */
export function useWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  useEffect(() => {
    const add = (event: globalThis.Event) => {
      const wallet = "detail" in event ? walletOf(event.detail) : null;
      if (wallet === null) return;
      setWallets((known) =>
        known.some(({ id }) => id === wallet.id) ? known : [...known, wallet],
      );
    };
    addEventListener("eip6963:announceProvider", add);
    dispatchEvent(new globalThis.Event("eip6963:requestProvider"));
    return () => removeEventListener("eip6963:announceProvider", add);
  }, []);
  return wallets;
}

/** @returns null for what is not announced as EIP-6963 says */
function walletOf(detail: unknown): Wallet | null {
  if (!isRecord(detail) || !isRecord(detail.info) || !isRecord(detail.provider)) return null;
  const { uuid, name } = detail.info;
  const { provider } = detail;
  if (typeof uuid !== "string" || typeof provider.request !== "function") return null;
  const called = typeof name === "string" ? name.trim().slice(0, 60) : "";
  return { id: uuid, name: called || "Unnamed wallet", provider: provider as unknown as Provider };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The account that a wallet shows to this page. @throws Error when it shows none */
export async function addressOf({ provider }: Wallet): Promise<string> {
  const accounts = await asked(provider, "eth_requestAccounts", []);
  const [first] = Array.isArray(accounts) ? accounts : [];
  if (typeof first === "string") return first;
  throw new WalletProblem("The wallet shows no account to this page.");
}

/** Has a wallet sign a text. @returns the signature */
export async function signMessage(
  { provider }: Wallet,
  address: string,
  message: string,
): Promise<string> {
  const bytes = new TextEncoder().encode(message);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const signature = await asked(provider, "personal_sign", [`0x${hex}`, address]);
  if (typeof signature === "string") return signature;
  throw new WalletProblem("The wallet answered without a signature.");
}

/** Why a wallet did not sign, in words for its holder. */
export class WalletProblem extends Error {
  override readonly name = "WalletProblem";
}

const declined = 4001;

async function asked(provider: Provider, method: string, params: readonly unknown[]) {
  try {
    return await provider.request({ method, params });
  } catch (error) {
    const isDeclined = isRecord(error) && error.code === declined;
    throw new WalletProblem(
      isDeclined ? "You declined in your wallet." : "The wallet did not answer.",
    );
  }
}
