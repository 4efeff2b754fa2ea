import {
  createPublicClient,
  erc20Abi,
  formatUnits,
  type Hex,
  http,
  isAddress,
  parseAbi,
} from "viem";
import type { LocalAccount } from "viem/accounts";
import type { Clock } from "../../kit/clock.ts";
import { toAmount, toTokenUnits } from "../../kit/money.ts";
import { CommandError } from "../command-error.ts";
import type { Environment } from "../command-line.ts";
import type { SignedPayment, Spending } from "./spending.ts";

/** A wallet that pays for calls in USDC, within a limit. */
export interface Wallet {
  readonly account: LocalAccount;
  /** CAIP-2 name of its chain. */
  readonly network: `eip155:${number}`;
  readonly token: Hex;
  /** The most that it signs in all, in token units. */
  readonly limit: bigint;
  readonly spending: Spending;
  /** What names it in `spending`. */
  readonly name: string;
  /** Its USDC, in token units. @throws NodeAway */
  balance(): Promise<bigint>;
  /** Asks the chain what became of the payments that were signed. @throws NodeAway */
  endPayments(): Promise<void>;
}

const authorizationAbi = parseAbi([
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
]);

/** The chain's node does not answer. Its address, which may contain a key, is not told. */
export class NodeAway extends Error {
  constructor() {
    super("The node of the chain does not answer.");
  }
}

/** So many payments are looked up at once: those whose time is over first. */
const maxLookedUp = 100;

/** A payment whose time is over can still be in a block that this node does not have, for so long, in milliseconds. */
const lagMs = 300_000;

/** USDC has six decimals. */
export const usdc = (units: bigint): string => formatUnits(units, 6);

/** An amount of USDC, as people write it. */
export const usdcPattern = /^\d{1,9}(\.\d{1,6})?$/;

export const unitsOf = (amount: string): bigint => toTokenUnits(toAmount(amount));

/** @throws CommandError when a variable is missing or wrong, or the chain does not answer */
export async function openWallet(
  environment: Environment,
  { account, spending, clock }: Pick<Wallet, "account" | "spending"> & { readonly clock: Clock },
): Promise<Wallet> {
  const { USANCE_WALLET_RPC_URL: rpcUrl, USANCE_WALLET_TOKEN: token = "" } = environment;
  const limit = limitOf(environment);
  if (rpcUrl === undefined || !URL.canParse(rpcUrl)) {
    throw new CommandError("Set USANCE_WALLET_RPC_URL to the address of a node of the chain.");
  }
  if (!isAddress(token)) throw new CommandError("Set USANCE_WALLET_TOKEN to the address of USDC.");
  const chain = createPublicClient({ transport: http(rpcUrl, { timeout: 10_000, retryCount: 1 }) });
  const chainId = await chain.getChainId().catch(() => {
    throw new CommandError("The node of USANCE_WALLET_RPC_URL does not answer.");
  });
  const { address } = account;
  const name = `${chainId} ${token} ${address}`.toLowerCase();

  const asked = <Answer>(answer: Promise<Answer>) =>
    answer.catch(() => {
      throw new NodeAway();
    });
  const endPayments = async () => {
    const open = spending.open(name, maxLookedUp);
    if (open.length === 0) return;
    const { timestamp, number: blockNumber } = await asked(chain.getBlock());
    const endPayment = async ({ nonce, validBefore }: SignedPayment) => {
      const endsAt = validBefore.getTime();
      const isOver = Number(timestamp) * 1_000 >= endsAt && clock.now().getTime() >= endsAt + lagMs;
      const args = [address, nonce as Hex] as const;
      const state = { abi: authorizationAbi, functionName: "authorizationState", args } as const;
      const isUsed = await asked(chain.readContract({ ...state, address: token, blockNumber }));
      if (isUsed) spending.end(name, nonce, "PAID");
      else if (isOver) spending.end(name, nonce, "LAPSED");
    };
    await Promise.all(open.map(endPayment));
  };
  const balanceOf = { abi: erc20Abi, functionName: "balanceOf", args: [address] } as const;
  const balance = () => asked(chain.readContract({ ...balanceOf, address: token }));
  const of = { account, token, limit, spending, name, balance, endPayments };
  return { ...of, network: `eip155:${chainId}` };
}

function limitOf({ USANCE_WALLET_LIMIT: limit = "" }: Environment): bigint {
  if (!usdcPattern.test(limit)) {
    throw new CommandError(
      "Set USANCE_WALLET_LIMIT to the most that the wallet may spend, in USDC: 5.",
    );
  }
  return unitsOf(limit);
}
