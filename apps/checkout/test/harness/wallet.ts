import { devUsdcAbi } from "@usance/contracts";
import type { BrowserContext } from "playwright-core";
import {
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  type TypedDataDefinition,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { paymentsDeployer } from "../../../api/src/cli/dev/accounts.ts";
import { devUsdcAddress, fund } from "../../../api/src/cli/dev/deploy-contracts.ts";
import { toAmount, toTokenUnits } from "../../../api/src/kit/money.ts";
import { rpc } from "../../../api/test/harness/chain.ts";
import { approvalOf, balanceOf, type Payer } from "../../../api/test/harness/payer.ts";
import type { TestService } from "../../../api/test/harness/service.ts";

type Chain = Pick<TestService, "anvil">;
type Answer = { result: unknown } | { code: number; message: string };

/** A visitor's wallet. Its account is on the service's chain, and the test decides for its holder. */
export class TestWallet {
  readonly name: string;
  readonly account = privateKeyToAccount(generatePrivateKey());
  /** The methods that were called. */
  readonly asked: string[] = [];
  /** The methods that the holder rejects. */
  readonly declines = new Set<string>();
  /** What it signs instead of the requested data. */
  alters: (asked: TypedDataDefinition) => TypedDataDefinition = (asked) => asked;
  /** A smart wallet that pays instead of the account, which owns it and sends nothing itself. */
  smart: Pick<Payer, "address" | "sign"> | null = null;
  chainId = 31_337;
  /** Whether it knows the chain to which it is asked to switch. */
  knowsChains = true;
  readonly #chain: Chain;
  readonly #held = new Map<string, Promise<void>>();

  constructor(chain: Chain, name = "Test Wallet") {
    this.#chain = chain;
    this.name = name;
  }

  /** Gives it an amount of USDC, and gas. */
  async funded(usdc: string): Promise<this> {
    await rpc(this.#chain, "anvil_setBalance", [this.account.address, "0xde0b6b3a7640000"]);
    await fund(this.#chain.anvil.url, this.account.address, toTokenUnits(toAmount(usdc)));
    return this;
  }

  balance(): Promise<string> {
    return balanceOf(this.#chain, this.account.address);
  }

  /** Makes requests of a method wait for the holder. @returns a function that lets them continue */
  hold(method: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(method, promise);
    return resolve;
  }

  async installIn(context: BrowserContext): Promise<void> {
    await context.exposeFunction("askTestWallet", (method: string, params: readonly unknown[]) =>
      this.answer(method, params),
    );
    await context.addInitScript(announce, this.name);
  }

  /** Spends its USDC elsewhere. */
  async spendAll(): Promise<void> {
    const args = [paymentsDeployer.address, toTokenUnits(toAmount(await this.balance()))] as const;
    const data = encodeFunctionData({ abi: devUsdcAbi, functionName: "transfer", args });
    await this.send(devUsdcAddress, data);
  }

  /** Lets the collector take an amount, as for another cap. */
  async allow(usdc: string): Promise<void> {
    const { to, data } = approvalOf(usdc);
    await this.send(to, data);
  }

  async send(to: Hex, data: Hex): Promise<Hex> {
    const transport = http(this.#chain.anvil.url);
    return createWalletClient({ account: this.account, transport }).sendTransaction({
      chain: null,
      to,
      data,
    });
  }

  /** Answers a request, as its holder decides. */
  async answer(method: string, params: readonly unknown[]): Promise<Answer> {
    this.asked.push(method);
    await this.#held.get(method);
    if (this.declines.has(method)) return { code: 4001, message: "User rejected the request." };
    switch (method) {
      case "eth_requestAccounts":
        return { result: [this.smart?.address ?? this.account.address] };
      case "eth_chainId":
        return { result: `0x${this.chainId.toString(16)}` };
      case "wallet_switchEthereumChain": {
        const [{ chainId }] = params as [{ chainId: string }];
        if (!this.knowsChains) return { code: 4902, message: `Unrecognized chain ${chainId}.` };
        this.chainId = Number(chainId);
        return { result: null };
      }
      case "eth_signTypedData_v4": {
        const typedData = JSON.parse(String(params[1])) as TypedDataDefinition;
        if (this.smart !== null) return { result: await this.smart.sign(typedData) };
        return { result: await this.account.signTypedData(this.alters(typedData)) };
      }
      case "personal_sign": {
        const [raw] = params as [Hex];
        return { result: await this.account.signMessage({ message: { raw } }) };
      }
      case "eth_sendTransaction": {
        const [{ to, data }] = params as [{ to: Hex; data: Hex }];
        return { result: await this.send(to, data) };
      }
      case "eth_getTransactionReceipt":
        return { result: await rpc(this.#chain, method, params) };
      default:
        return { code: 4200, message: `${method} is not there.` };
    }
  }
}

/** Runs in the page: announces the wallet (EIP-6963) and passes its requests on. */
function announce(name: string): void {
  const ask = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    const answer = await (
      globalThis as unknown as {
        askTestWallet: (method: string, params: readonly unknown[]) => Promise<Answer>;
      }
    ).askTestWallet(method, params);
    if ("result" in answer) return answer.result;
    throw Object.assign(new Error(answer.message), { code: answer.code });
  };
  const icon = `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2b50c8"/><circle cx="16" cy="16" r="7" fill="#fff"/></svg>',
  )}`;
  const info = { uuid: "7e57", name, icon, rdns: "com.example.test" };
  const detail = Object.freeze({ info, provider: { request: ask } });
  const say = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  addEventListener("eip6963:requestProvider", say);
  say();
}
