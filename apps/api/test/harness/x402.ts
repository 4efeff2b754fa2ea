import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { usdcLikeAbi } from "@usance/contracts/testing";
import { localChainId } from "@usance/local-stack";
import { encodePaymentSignatureHeader } from "@x402/core/http";
import { HTTPFacilitatorClient } from "@x402/core/server";
import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { ExactEvmScheme as Buying } from "@x402/evm";
import { ExactEvmScheme as Selling } from "@x402/evm/exact/server";
import { paymentMiddleware, x402ResourceServer } from "@x402/express";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import express, { type RequestHandler } from "express";
import { encodeFunctionData } from "viem";
import { onTestFinished } from "vitest";
import { devUsdcAddress } from "../../src/cli/dev/deploy-contracts.ts";
import { onFreePort } from "./on-free-port.ts";
import type { Payer } from "./payer.ts";
import type { Call } from "./send-first.ts";
import { type TestService, testKey } from "./service.ts";
import type { Story } from "./story.ts";

/* A seller's server and a buyer with the public packages of x402, unmodified. */

type Hex = `0x${string}`;

const network = `eip155:${localChainId}` as const;

/** A service with a payout address, and a plan whose usage is paid for with x402. */
export async function aPayee(story: Pick<Story, "aService" | "aPlan" | "done">) {
  const payTo = `0x${randomBytes(20).toString("hex")}` as const;
  const { id: serviceId } = await story.aService();
  const { id: paymentPlanId } = await story.aPlan(serviceId);
  await story.done("services.update", { serviceId, payoutAddress: payTo });
  return { payTo, serviceId, paymentPlanId };
}

/** A seller's client of this service. */
export function facilitator({ url }: Pick<TestService, "url">, key = testKey) {
  const headers = { Authorization: `Bearer ${key}` };
  const createAuthHeaders = async () => ({ verify: headers, settle: headers, supported: headers });
  return new HTTPFacilitatorClient({ url: `${url}/api/v1/x402`, createAuthHeaders });
}

interface Route {
  readonly payTo: string;
  /** In USDC's smallest units. */
  readonly amount?: string;
  /** Goes to `extra`. */
  readonly extra?: object;
  readonly maxTimeoutSeconds?: number;
}

const offerOf = ({ payTo, amount = "2500", extra }: Route) => ({
  scheme: "exact",
  network,
  payTo,
  price: {
    asset: devUsdcAddress,
    amount,
    extra: { name: "Dev USDC", version: "1", ...extra },
  },
});

/** Starts a seller's server, whose only route costs what `route` says. @returns its address */
export async function aSellersServer(
  client: HTTPFacilitatorClient,
  route: Route,
  handler: RequestHandler = (_, response) => void response.json({ weather: "sunny" }),
): Promise<string> {
  const server = new x402ResourceServer(client).register(network, new Selling());
  const app = express();
  app.use(paymentMiddleware({ "GET /weather": { accepts: offerOf(route) } }, server));
  app.get("/weather", handler);
  const http = createServer(app);
  onTestFinished(() => void http.close().closeAllConnections());
  return `${(await onFreePort(http)).url}/weather`;
}

/** The public client of a program with a wallet. Its limits on spending know only USDC of public chains. */
export function clientOf({ address, sign }: Payer): x402Client {
  const signer = { address, signTypedData: sign };
  return new x402Client().setSpendControls(false).register(network, new Buying(signer));
}

/** Calls a seller's server, and pays for it. */
export const paidFetch = (payer: Payer) => wrapFetchWithPayment(fetch, clientOf(payer));

/** What a seller's server sends to its facilitator for a payment: what was signed, and what is asked for. */
export interface Asked {
  readonly payload: PaymentPayload;
  readonly requirements: PaymentRequirements;
}

/** Has a program sign a payment, as it does for an offer of a route. */
export async function signedFor(payer: Payer, route: Route): Promise<Asked> {
  const { price, ...offer } = offerOf(route);
  const { maxTimeoutSeconds = 300 } = route;
  const requirements = { ...offer, ...price, maxTimeoutSeconds };
  const resource = { url: "https://api.example.com/weather", description: "", mimeType: "" };
  const required = { x402Version: 2, resource, accepts: [requirements] };
  const payload = await clientOf(payer).createPaymentPayload(required);
  return { payload, requirements };
}

/** What a seller's server sends to its facilitator. */
export const bodyOf = ({ payload, requirements }: Asked) => ({
  x402Version: 2,
  paymentPayload: payload,
  paymentRequirements: requirements,
});

/** The header of a call that pays. */
export const headerOf = ({ payload }: Asked) => encodePaymentSignatureHeader(payload);

/** The token, as `GET /x402/supported` names it. */
export interface Token {
  readonly asset: Hex;
  readonly name: string;
  readonly version: string;
}

interface SignedAuthorization {
  signature: Hex;
  readonly authorization: {
    readonly from: Hex;
    readonly to: Hex;
    readonly value: string;
    readonly validAfter: string;
    readonly validBefore: string;
    readonly nonce: Hex;
  };
}

export const authorizationOf = ({ payload }: Asked) =>
  payload.payload as unknown as SignedAuthorization;

/** The call by which anyone who sees a payment carries its transfer out at the token. */
export function transferOf(asked: Asked): Call {
  const { signature, authorization } = authorizationOf(asked);
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const times = [BigInt(validAfter), BigInt(validBefore)] as const;
  const args = [from, to, BigInt(value), ...times, nonce, signature] as const;
  const of = { abi: usdcLikeAbi, functionName: "transferWithAuthorization", args } as const;
  return { to: devUsdcAddress, data: encodeFunctionData(of) };
}

/** What a payer needs to sign about its authorization. */
export const authorizationToSign = (asked: Asked) => ({
  domain: {
    name: "Dev USDC",
    version: "1",
    chainId: localChainId,
    verifyingContract: devUsdcAddress,
  },
  message: { nonce: authorizationOf(asked).authorization.nonce },
});
