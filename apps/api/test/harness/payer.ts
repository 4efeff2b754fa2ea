import { devUsdcAbi } from "@usance/contracts";
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  type TypedDataDefinition,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { collectorAddress, devUsdcAddress, fund } from "../../src/cli/dev/deploy-contracts.ts";
import { formatAmount, fromTokenUnits, toAmount, toTokenUnits } from "../../src/kit/money.ts";
import { rpc } from "../processes/calls.ts";
import type { TestService } from "./service.ts";

/** A payer whose wallet is a key, so that it can also sign messages. */
export type KeyPayer = Awaited<ReturnType<typeof walletOn>>;

export type Payer = Omit<KeyPayer, "signMessage">;

/** Creates a wallet with an amount of USDC on the service's chain. */
export const aPayer = ({ anvil }: Pick<TestService, "anvil">, usdc = "1000") =>
  walletOn(anvil.url, usdc);

/** Creates a wallet with an amount of USDC, and with gas for its own transactions. Its key is new by default. */
export async function walletOn(rpcUrl: string, usdc: string, key = generatePrivateKey()) {
  const account = privateKeyToAccount(key);
  const transport = http(rpcUrl);
  const client = createPublicClient({ transport, pollingInterval: 20 });
  const wallet = createWalletClient({ account, transport });
  const { address } = account;
  await rpc(rpcUrl, "anvil_setBalance", [address, "0xde0b6b3a7640000"]);
  await fund(rpcUrl, address, toTokenUnits(toAmount(usdc)));
  return {
    address,
    sign: (typedData: unknown) => account.signTypedData(typedData as TypedDataDefinition),
    signMessage: ({ message }: { message: string }) => account.signMessage({ message }),
    /** Sends a transaction that a checkout has prepared. */
    async send({ to, data }: { to: `0x${string}`; data: `0x${string}` }): Promise<void> {
      const hash = await wallet.sendTransaction({ chain: null, to, data });
      await client.waitForTransactionReceipt({ hash });
    },
    receive: (amount: string) => fund(rpcUrl, address, toTokenUnits(toAmount(amount))),
    /** Sends USDC away, ahead of other transactions that wait for a block. Does not wait for a block. */
    async spend(amount: string): Promise<void> {
      await wallet.sendTransaction({
        chain: null,
        to: devUsdcAddress,
        data: encodeFunctionData({
          abi: devUsdcAbi,
          functionName: "transfer",
          args: ["0x000000000000000000000000000000000000dEaD", toTokenUnits(toAmount(amount))],
        }),
        gas: 100_000n, // an estimate would include the transactions that wait for the same block
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 50_000_000_000n,
      });
    },
    balance: () => balanceOf({ anvil: { url: rpcUrl } }, address),
  };
}

/** The transaction by which a wallet lets the collector take an amount in all. */
export function approvalOf(amount: string) {
  const args = [collectorAddress, toTokenUnits(toAmount(amount))] as const;
  const data = encodeFunctionData({ abi: devUsdcAbi, functionName: "approve", args });
  return { to: devUsdcAddress, data } as const;
}

/** The balance of an address, in USDC with six decimals. */
export async function balanceOf(
  { anvil }: { readonly anvil: Pick<TestService["anvil"], "url"> },
  address: `0x${string}`,
): Promise<string> {
  const client = createPublicClient({ transport: http(anvil.url) });
  const units = await client.readContract({
    address: devUsdcAddress,
    abi: devUsdcAbi,
    functionName: "balanceOf",
    args: [address],
  });
  return formatAmount(fromTokenUnits(units));
}
