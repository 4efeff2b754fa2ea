import { generatePrivateKey } from "viem/accounts";
import { type Payer, walletOn } from "../../harness/payer.ts";
import { aHostileWallet, aSmartWallet, type HostileWallet } from "../../harness/wallets.ts";
import type { Random } from "../random.ts";

type Key = ReturnType<typeof generatePrivateKey>;

/** An honest payer, and whether its account has code. */
export interface HonestPayer {
  readonly kind: "account" | "deployed wallet" | "undeployed wallet";
  readonly payer: Payer;
}

/** How often each kind of stranger occurs; squatters and forgers need no wallet. */
const strangerKinds = {
  burner: 3,
  "deploying burner": 1,
  liar: 2,
  mover: 3,
  canceller: 3,
  forger: 2,
  squatter: 2,
};
type StrangerKind = keyof typeof strangerKinds;

/** A stranger who attacks a session's payer. */
export type Stranger =
  | { readonly kind: "burner" | "liar"; readonly wallet: HostileWallet }
  | { readonly kind: "deploying burner"; readonly payer: Payer; readonly burner: HostileWallet }
  | { readonly kind: "mover" | "forger" | "squatter"; readonly payer: Payer }
  | { readonly kind: "canceller"; readonly payer: Payer; readonly key: Key };

const usdc = "25";

/** Accounts and wallets, a third of each kind, each with the money for its payments. */
export async function honestPayers(rpcUrl: string, count: number): Promise<HonestPayer[]> {
  const on = { anvil: { url: rpcUrl } };
  const payers: HonestPayer[] = [];
  while (payers.length < count) {
    payers.push({ kind: "account", payer: await walletOn(rpcUrl, usdc) });
    // These pay twice, the first time before the strangers come.
    const amount = "50";
    payers.push({ kind: "deployed wallet", payer: await aSmartWallet(on, { amount }) });
    const payer = await aSmartWallet(on, { amount, deployed: false });
    payers.push({ kind: "undeployed wallet", payer });
  }
  return payers.slice(0, count);
}

/** One at a time, because one account funds them all. */
export async function strangers(
  rpcUrl: string,
  count: number,
  random: Random,
): Promise<Stranger[]> {
  const cast: Stranger[] = [];
  while (cast.length < count) {
    cast.push(await aStranger(rpcUrl, random.weighted(strangerKinds), random));
  }
  return cast;
}

async function aStranger(rpcUrl: string, kind: StrangerKind, random: Random): Promise<Stranger> {
  const on = { anvil: { url: rpcUrl } };
  switch (kind) {
    case "burner":
      return { kind, wallet: await aHostileWallet(on, usdc) };
    case "liar": {
      const wallet = await aHostileWallet(on, usdc);
      const how = (["Burn", "BurnWhenSent", "RefuseWhenSent", "HugeRevert"] as const)[
        random.integer(0, 3)
      ];
      await wallet.behave(how ?? "Burn", 13_000_000n);
      return { kind, wallet };
    }
    case "deploying burner": {
      const burner = await aHostileWallet(on, usdc);
      const payer = await aSmartWallet(on, { deployed: false, calling: burner.burning });
      return { kind, payer, burner };
    }
    case "canceller": {
      const key = generatePrivateKey();
      return { kind, payer: await walletOn(rpcUrl, usdc, key), key };
    }
    default:
      return { kind, payer: await walletOn(rpcUrl, usdc) };
  }
}
