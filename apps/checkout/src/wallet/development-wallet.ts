import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { DevelopmentWallet } from "../config.ts";
import type { Provider } from "./requests.ts";

/*
 * Wallets for trying the page on a local chain: their keys are in config.json for everyone to read, and they sign
 * everything. They are in a separate chunk, which is loaded only if config.json names them.
 */

type Params = readonly unknown[];
type Answer = (params: Params) => unknown;

const names = {
  payer: {
    uuid: "4b0a5c1e-6d0f-4c1b-9a57-3f2d8e6c7a10",
    name: "Development wallet",
    rdns: "local.usance",
  },
  seller: {
    uuid: "c96f21d7-58a3-4e0c-8b64-71d95e03fa2c",
    name: "Development wallet of the seller",
    rdns: "local.usance.seller",
  },
};

/** Announces one of the wallets as wallets announce themselves (EIP-6963). */
export function announceDevelopmentWallet(
  host: EventTarget,
  of: keyof typeof names,
  { rpcUrl, privateKey, sellerPrivateKey }: DevelopmentWallet,
): void {
  const key = of === "payer" ? privateKey : sellerPrivateKey;
  const detail = Object.freeze({
    info: Object.freeze({ icon, ...names[of] }),
    provider: developmentProvider(key, rpcUrl),
  });
  const announce = () =>
    host.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  host.addEventListener("eip6963:requestProvider", announce);
  announce();
}

function developmentProvider(privateKey: `0x${string}`, rpcUrl: string): Provider {
  const account = privateKeyToAccount(privateKey);
  const wallet = createWalletClient({ account, transport: http(rpcUrl, { retryCount: 0 }) });
  const chainId = () => wallet.getChainId();
  const passOn =
    (method: string): Answer =>
    (params) =>
      wallet.request({ method, params } as Parameters<typeof wallet.request>[0]);

  const answers: Readonly<Record<string, Answer>> = {
    eth_requestAccounts: () => [account.address],
    eth_accounts: () => [account.address],
    eth_chainId: chainId,
    wallet_switchEthereumChain: async ([asked]) => {
      if (chainIn(asked) === (await chainId())) return null;
      throw failure(4902, "The development wallet has the local chain alone.");
    },
    eth_signTypedData_v4: ([, text]) => account.signTypedData(JSON.parse(String(text))),
    eth_sendTransaction: ([asked]) => {
      const { to, data } = asked as { to: `0x${string}`; data: `0x${string}` };
      return wallet.sendTransaction({ chain: null, to, data });
    },
    eth_getTransactionReceipt: passOn("eth_getTransactionReceipt"),
    eth_call: passOn("eth_call"),
  };

  return {
    request: async ({ method, params = [] }) => {
      const answer = answers[method];
      if (answer === undefined) throw failure(4200, `The development wallet has no ${method}.`);
      return answer(params);
    },
  };
}

function chainIn(asked: unknown): number | null {
  const has = typeof asked === "object" && asked !== null && "chainId" in asked;
  return has ? Number(asked.chainId) : null;
}

const failure = (code: number, message: string) => Object.assign(new Error(message), { code });

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="#8a5a00"/><path d="M11 15h18v13H11z" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/><path d="M14 15v-3h12v3M24 21.5h5" fill="none" stroke="#fff" stroke-width="2.5"/></svg>',
)}`;
