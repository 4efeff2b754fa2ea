import { setTimeout as sleep } from "node:timers/promises";
import { createPublicClient, createWalletClient, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { fund } from "../../../src/cli/dev/deploy-collector.ts";
import { toAmount, toTokenUnits } from "../../../src/kit/money.ts";
import { rpc } from "../../processes/calls.ts";
import type { Service } from "../hostile-payers/service.ts";
import type { Random } from "../random.ts";

/** How long a wallet waits for its transaction, in milliseconds: two blocks and a half. */
const receiptMs = 2_500;

interface Call {
  readonly to: `0x${string}`;
  readonly data: `0x${string}`;
}

/** A seller's wallet. It sends a transaction and forgets it: a reorganization may undo it, or the node drop it. */
export interface SellersWallet {
  readonly address: string;
  /** @returns when it is in a block, or was refused, or took too long */
  send(call: Call): Promise<void>;
}

/** @param amount what it has, in USDC */
export async function sellersWallet(rpcUrl: string, amount: string): Promise<SellersWallet> {
  const account = privateKeyToAccount(generatePrivateKey());
  const { address } = account;
  await rpc(rpcUrl, "anvil_setBalance", [address, "0xde0b6b3a7640000"]);
  await fund(rpcUrl, address, toTokenUnits(toAmount(amount)));
  const transport = http(rpcUrl);
  const chain = createPublicClient({ transport, pollingInterval: 100 });
  const wallet = createWalletClient({ account, transport });
  return {
    address,
    async send(call) {
      try {
        const hash = await wallet.sendTransaction({ chain: null, ...call });
        await chain.waitForTransactionReceipt({ hash, timeout: receiptMs, retryCount: 0 });
      } catch {
        // Refused, because a rival was faster, or not in a block yet: the seller looks at the page again.
      }
    },
  };
}

/** A refund that was started. */
export interface StartedRefund {
  readonly creditNoteId: string;
  readonly linkToken: string;
}

/** Starts the refund of a credit note, whatever is killed meanwhile. */
export async function startRefund({ told }: Service, creditNoteId: string): Promise<StartedRefund> {
  await told("POST", `/credit-notes/${creditNoteId}/refund`, { to: "WALLET" });
  // A repeated call is refused, and the link is the one of the first.
  const { body } = await told("GET", `/credit-notes/${creditNoteId}`);
  const linkToken = String(body.creditNote.refund.url).split("/").at(-1) ?? "";
  return { creditNoteId, linkToken };
}

/** Pays a refund as its page does, again whenever the page says that it is not paid, until the refund is final. */
export async function payUntilFinal(
  { ask }: Service,
  { linkToken }: StartedRefund,
  {
    wallet,
    random,
    isFinal,
  }: {
    readonly wallet: SellersWallet;
    readonly random: Random;
    readonly isFinal: () => Promise<boolean>;
  },
): Promise<void> {
  while (!(await isFinal())) {
    const shown = await ask("GET", `/refund-links/${linkToken}`);
    if (shown?.body.refund?.status === "PENDING") {
      const of = { walletAddress: wallet.address };
      const answer = await ask("POST", `/refund-links/${linkToken}/prepare`, of);
      if (answer?.status === 200) await wallet.send(answer.body.preparedRefund);
    }
    await sleep(random.integer(100, 900));
  }
}
