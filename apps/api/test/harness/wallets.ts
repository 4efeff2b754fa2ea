import {
  hostileWalletAbi,
  hostileWalletBytecode,
  proxyWalletFactoryAbi,
  proxyWalletFactoryBytecode,
  smartWalletAbi,
  walletFactoryAbi,
  walletFactoryBytecode,
} from "@usance/contracts/testing";
import {
  encodeFunctionData,
  serializeErc6492Signature,
  type TypedDataDefinition,
  toHex,
  zeroAddress,
  zeroHash,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { deployer } from "../../src/chain/deployer.ts";
import { fund } from "../../src/cli/dev/deploy-contracts.ts";
import { toAmount, toTokenUnits } from "../../src/kit/money.ts";
import { rpc } from "../processes/calls.ts";
import { balanceOf, type Payer } from "./payer.ts";
import { type Call, sendFirst } from "./send-first.ts";
import type { TestService } from "./service.ts";
import { usdc } from "./usdc.ts";

type Hex = `0x${string}`;
type On = { readonly anvil: Pick<TestService["anvil"], "url"> };

const pollMs = 20;

/** How a hostile wallet behaves when a signature is checked (contracts/test/wallets/HostileWallet.sol). */
const behaviors = {
  Honest: 0,
  Burn: 1,
  RefuseWhenSent: 2,
  BurnWhenSent: 3,
  HugeAnswer: 4,
  HugeRevert: 5,
} as const;
type Behavior = keyof typeof behaviors;

/** A payer that is a contract. It accepts the signatures of its owner. */
interface SmartWallet extends Payer {
  /** The owner's signature, not wrapped for a wallet that is not deployed yet. */
  readonly signAsOwner: Payer["sign"];
}

/** A smart wallet whose address is known before it is deployed. */
interface FactoryWallet extends SmartWallet {
  /** Deploys it in the next block, ahead of all waiting transactions. Returns before that block. */
  deployFirst(): Promise<void>;
}

/** A smart wallet whose behavior a test can set. */
export interface HostileWallet extends SmartWallet {
  /** @param size in gas or in bytes, as the behavior needs */
  behave(behavior: Behavior, size?: bigint): Promise<void>;
  /** A call that runs it, as anyone may. It burns gas if that is its behavior. */
  readonly burning: Call;
  /** Does the same as `behave` in the next block, ahead of all waiting transactions. Returns before that block. */
  behaveFirst(behavior: Behavior, size?: bigint): Promise<void>;
}

/** Creates a wallet with an amount of USDC and no behavior set. */
export async function aHostileWallet({ anvil }: On, amount = "1000"): Promise<HostileWallet> {
  const owner = await anOwner(anvil.url);
  const { account, deploy } = owner;
  const of = { abi: hostileWalletAbi, bytecode: hostileWalletBytecode, args: [account.address] };
  const address = await deploy(of);
  await give(anvil.url, address, amount);
  const behaving = (behavior: Behavior, size = 0n): Call => ({
    to: address,
    data: encodeFunctionData({
      abi: hostileWalletAbi,
      functionName: "setMode",
      args: [behaviors[behavior], size],
    }),
  });
  return {
    ...ofOwner(anvil.url, address, owner),
    sign: owner.sign,
    burning: {
      to: address,
      data: encodeFunctionData({
        abi: hostileWalletAbi,
        functionName: "isValidSignature",
        args: [zeroHash, "0x"],
      }),
    },
    behave: (...how) => owner.send(behaving(...how)),
    behaveFirst: (...how) => owner.sendFirst(behaving(...how)),
  };
}

/** Factories of wallets with the same functions. One deploys proxies, as real wallets are; the other deploys the whole code. */
const factories = {
  proxies: { abi: proxyWalletFactoryAbi, bytecode: proxyWalletFactoryBytecode, args: [] },
  wholes: { abi: walletFactoryAbi, bytecode: walletFactoryBytecode, args: [] },
} as const;

/**
 * Creates an ordinary wallet with an amount of USDC. Until it is deployed its signatures are wrapped as in ERC-6492; its first
 * transaction deploys it.
 *
 * @param options.calling the call that it makes during its deployment
 */
export async function aSmartWallet(
  { anvil }: On,
  {
    amount = "1000",
    deployed = true,
    calling = null as Call | null,
    from = "proxies" as keyof typeof factories,
  } = {},
): Promise<FactoryWallet> {
  const owner = await anOwner(anvil.url);
  const { client, account } = owner;
  const factory = await owner.deploy(factories[from]);
  const args = [
    account.address,
    toHex("salt", { size: 32 }),
    calling?.to ?? zeroAddress,
    calling?.data ?? "0x",
  ] as const;
  const of = { address: factory, abi: proxyWalletFactoryAbi } as const;
  const address = await client.readContract({ ...of, functionName: "addressOf", args });
  await give(anvil.url, address, amount);
  const deployment = encodeFunctionData({
    abi: proxyWalletFactoryAbi,
    functionName: "deploy",
    args,
  });
  const isDeployed = async () => (await client.getCode({ address })) !== undefined;
  const deploying: Call = { to: factory, data: deployment };
  if (deployed) await owner.send(deploying);
  const wallet = ofOwner(anvil.url, address, owner);
  return {
    ...wallet,
    sign: async (typedData) => {
      const signature = await owner.sign(typedData);
      if (await isDeployed()) return signature;
      return serializeErc6492Signature({ address: factory, data: deployment, signature });
    },
    send: async (call) => {
      if (!(await isDeployed())) await owner.send(deploying);
      await wallet.send(call);
    },
    deployFirst: () => owner.sendFirst(deploying),
  };
}

type Owner = Awaited<ReturnType<typeof anOwner>>;

/** Creates an account with funds for gas. It waits for its transactions by default. */
async function anOwner(rpcUrl: string) {
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  await rpc(rpcUrl, "anvil_setBalance", [account.address, "0xde0b6b3a7640000"]);
  const { client, deploy, send } = deployer(rpcUrl, key, pollMs);
  return {
    account,
    client,
    deploy,
    send: ({ to, data }: Call) => send(to, data),
    sendFirst: (call: Call) => sendFirst(rpcUrl, account, call),
    sign: (typedData: unknown) => account.signTypedData(typedData as TypedDataDefinition),
  };
}

function ofOwner(rpcUrl: string, address: Hex, owner: Owner) {
  const executing = ({ to, data }: Call): Call => ({
    to: address,
    data: encodeFunctionData({ abi: smartWalletAbi, functionName: "execute", args: [to, data] }),
  });
  return {
    address,
    signAsOwner: owner.sign,
    send: (call: Call) => owner.send(executing(call)),
    receive: (amount: string) => give(rpcUrl, address, amount),
    /** Sends USDC away, ahead of other transactions that wait for a block. Does not wait for a block. */
    spend: (amount: string) => {
      const units = toTokenUnits(toAmount(amount));
      return owner.sendFirst(executing(usdc.transfer(owner.account.address, units)));
    },
    balance: () => balanceOf({ anvil: { url: rpcUrl } }, address),
  };
}

const give = (rpcUrl: string, to: Hex, amount: string) =>
  fund(rpcUrl, to, toTokenUnits(toAmount(amount)));
