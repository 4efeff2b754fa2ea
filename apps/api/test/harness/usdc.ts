import { usdcLikeAbi, usdcLikeProxyAbi, usdcLikeProxyBytecode } from "@usance/contracts/testing";
import { encodeFunctionData, isAddressEqual } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { deployer } from "../../src/chain/deployer.ts";
import { paymentsDeployer } from "../../src/cli/dev/accounts.ts";
import { devUsdcAddress } from "../../src/cli/dev/deploy-contracts.ts";
import type { Payer } from "./payer.ts";
import { type Call, sendFirst } from "./send-first.ts";

type Hex = `0x${string}`;

const pollMs = 20;

/**
 * Deploys a token with the behavior and gas costs of USDC at the address of DevUSDC, on a chain on which the deployer has sent
 * nothing yet. Its issuer is the account that mints DevUSDC, so that payers get it in the same way.
 */
export async function deployUsdcLike(rpcUrl: string): Promise<void> {
  const { address, deploy } = deployer(rpcUrl, paymentsDeployer.privateKey, pollMs);
  const args = [address] as const;
  const at = await deploy({ abi: usdcLikeProxyAbi, bytecode: usdcLikeProxyBytecode, args });
  if (!isAddressEqual(at, devUsdcAddress)) throw new Error(`The token stands at ${at}.`);
}

const call = (data: Hex): Call => ({ to: devUsdcAddress, data });
const abi = usdcLikeAbi;

/** Calls of the token. */
export const usdc = {
  pause: () => call(encodeFunctionData({ abi, functionName: "pause" })),
  unpause: () => call(encodeFunctionData({ abi, functionName: "unpause" })),
  blacklist: (account: Hex) =>
    call(encodeFunctionData({ abi, functionName: "blacklist", args: [account] })),
  unBlacklist: (account: Hex) =>
    call(encodeFunctionData({ abi, functionName: "unBlacklist", args: [account] })),
  /** @param units of the token */
  transfer: (to: Hex, units: bigint) =>
    call(encodeFunctionData({ abi, functionName: "transfer", args: [to, units] })),
};

/** The issuer of the token. */
export const usdcIssuer = (rpcUrl: string) => ({
  send: ({ to, data }: Call) =>
    deployer(rpcUrl, paymentsDeployer.privateKey, pollMs).send(to, data),
  sendFirst: (call: Call) =>
    sendFirst(rpcUrl, privateKeyToAccount(paymentsDeployer.privateKey), call),
});

/** The authorization that a payer has signed, as the service prepared it. */
export interface Authorization {
  readonly domain: object;
  readonly message: Readonly<Record<"nonce", string>>;
}

/** The call with which a payer cancels an authorization that was not used. */
export async function cancellationOf(
  payer: Pick<Payer, "address" | "sign">,
  { domain, message }: Authorization,
): Promise<Call> {
  const nonce = message.nonce as Hex;
  const signature = await payer.sign({
    domain,
    types: { CancelAuthorization: [{ name: "authorizer", type: "address" }, bytes32("nonce")] },
    primaryType: "CancelAuthorization",
    message: { authorizer: payer.address, nonce },
  });
  const args = [payer.address, nonce, signature] as const;
  return call(encodeFunctionData({ abi, functionName: "cancelAuthorization", args }));
}

/** The call with which a payer uses the nonce of an authorization for a payment of zero to itself. */
export async function authorizationSpent(
  payer: Pick<Payer, "address" | "sign">,
  { domain, message }: Authorization,
): Promise<Call> {
  const nonce = message.nonce as Hex;
  const { address } = payer;
  const validBefore = 2n ** 40n;
  const signature = await payer.sign({
    domain,
    types: { TransferWithAuthorization: transferFields },
    primaryType: "TransferWithAuthorization",
    message: { from: address, to: address, value: 0n, validAfter: 0n, validBefore, nonce },
  });
  const args = [address, address, 0n, 0n, validBefore, nonce, signature] as const;
  return call(encodeFunctionData({ abi, functionName: "transferWithAuthorization", args }));
}

const bytes32 = (name: string) => ({ name, type: "bytes32" });
const transferFields = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  bytes32("nonce"),
];
