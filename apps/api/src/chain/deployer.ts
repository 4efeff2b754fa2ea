import { setTimeout as sleep } from "node:timers/promises";
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  type Hash,
  type HttpTransport,
  http,
  type PublicClient,
  TransactionReceiptNotFoundError,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../kit/evm-fields.ts";

interface NewContract {
  readonly abi: Abi;
  readonly bytecode: Hex;
  readonly args: readonly unknown[];
}

interface Deployer {
  readonly address: Hex;
  readonly client: PublicClient<HttpTransport>;
  /** @returns the contract's address */
  deploy(contract: NewContract): Promise<Hex>;
  /** Sends a call and waits until it is in a block. */
  send(to: Hex, data: Hex): Promise<void>;
}

/**
 * An account that deploys contracts and configures them. It belongs to the operator or a developer. Settlements do not
 * use it (see direct-signer.ts).
 *
 * @param pollMs the interval between checks for a transaction's receipt, in milliseconds
 */
export function deployer(rpcUrl: string, key: Hex, pollMs: number): Deployer {
  const transport = http(rpcUrl);
  const account = privateKeyToAccount(key);
  const client = createPublicClient({ transport });
  const wallet = createWalletClient({ account, transport });

  /** Polls for the receipt by hash. viem's own wait can miss a block whose receipts are not available yet. */
  const mined = async (hash: Hash) => {
    for (;;) {
      const receipt = await client.getTransactionReceipt({ hash }).catch((error) => {
        if (error instanceof TransactionReceiptNotFoundError) return null;
        throw error;
      });
      if (receipt?.status === "success") return receipt;
      if (receipt !== null) throw new Error(`The transaction ${hash} has reverted.`);
      await sleep(pollMs);
    }
  };
  return {
    address: account.address,
    client,
    async deploy(contract) {
      const hash = await wallet.deployContract({ chain: null, ...contract });
      const { contractAddress } = await mined(hash);
      if (!contractAddress) throw new Error(`The transaction ${hash} made no contract.`);
      return contractAddress;
    },
    async send(to, data) {
      await mined(await wallet.sendTransaction({ chain: null, to, data }));
    },
  };
}
