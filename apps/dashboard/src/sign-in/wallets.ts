import { type AnnouncedWallet, listenForWallets, type WalletProvider } from "@usance/ui";
import { useEffect, useState } from "react";

/** The wallets of this browser. */
export function useWallets(): readonly AnnouncedWallet[] {
  const [wallets, setWallets] = useState<readonly AnnouncedWallet[]>([]);
  useEffect(
    () =>
      listenForWallets(window, (wallet) =>
        setWallets((known) =>
          known.some(({ id }) => id === wallet.id) ? known : [...known, wallet],
        ),
      ),
    [],
  );
  return wallets;
}

/** The account that a wallet shows to this page. @throws Error when it shows none */
export async function addressOf({ provider }: AnnouncedWallet): Promise<string> {
  const accounts = await asked(provider, "eth_requestAccounts", []);
  const [first] = Array.isArray(accounts) ? accounts : [];
  if (typeof first === "string") return first;
  throw new WalletProblem("The wallet shows no account to this page.");
}

/** Has a wallet sign a text. @returns the signature */
export async function signMessage(
  { provider }: AnnouncedWallet,
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

async function asked(provider: WalletProvider, method: string, params: readonly unknown[]) {
  try {
    return await provider.request({ method, params });
  } catch (error) {
    const isDeclined =
      typeof error === "object" && error !== null && "code" in error && error.code === declined;
    throw new WalletProblem(
      isDeclined ? "You declined in your wallet." : "The wallet did not answer.",
    );
  }
}
