import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { localChainId } from "@usance/local-stack";
import { privateKeyToAccount } from "viem/accounts";
import { adminKey } from "../../harness/chain.ts";
import type { Payer } from "../../harness/payer.ts";
import { sendFirst } from "../../harness/send-first.ts";
import { cancellationOf } from "../../harness/usdc.ts";
import {
  type Asked,
  authorizationOf,
  bodyOf,
  signedFor,
  type Token,
  transferOf,
} from "../../harness/x402.ts";
import { type Address, call, newService } from "../../processes/calls.ts";
import { keyed, type Service } from "../service.ts";

export type Agent = Payer;

export interface Payee {
  readonly serviceId: string;
  readonly payTo: `0x${string}`;
}

export interface Scene {
  readonly rpcUrl: string;
  readonly token: Token;
  /** How often a seller has served a payment, by its nonce. */
  readonly served: Map<string, number>;
  /** All payments, by their nonce, and whether the payer has meant to pay. */
  readonly sent: Map<string, { readonly asked: Asked; readonly isHonest: boolean }>;
  readonly acts: Map<string, number>;
}

export async function newPayee(to: Address): Promise<Payee> {
  const payTo = `0x${randomBytes(20).toString("hex")}` as const;
  const serviceId = await newService(to, { payoutAddress: payTo });
  const plan = { name: "Per call", pricingType: "USAGE_BASED", amount: "0.001" };
  await call(to, "POST", `/services/${serviceId}/plans`, plan);
  return { serviceId, payTo };
}

export async function tokenOf(service: Service): Promise<Token> {
  const { body } = await service.told("GET", "/x402/supported");
  return body.kinds[0].extra;
}

/** What happens to a payment besides its being settled. */
const fates = {
  nothing: 12,
  "answer lost": 6,
  "sent by another": 3,
  "sent twice": 3,
  cancelled: 1,
};

/** How often a seller's server sends a payment again, and the pause between, in milliseconds. */
const maxTries = 300;
const pauseMs = 400;

/** Signs a payment, and has the seller's server settle it until it is decided. A payment is served for each success. */
export async function payFor(scene: Scene, service: Service, agent: Agent, { payTo }: Payee) {
  const { random } = service;
  const extra = { name: scene.token.name, version: scene.token.version };
  const asked = await signedFor(agent, {
    payTo,
    amount: String(random.integer(1_000, 4_000)),
    extra,
  });
  const { nonce } = authorizationOf(asked).authorization;
  const fate = random.weighted(fates);
  scene.sent.set(nonce, { asked, isHonest: fate !== "cancelled" });
  const own = settleUntilDecided(scene, service, asked, fate === "answer lost");
  const others = besides(scene, service.fork(), agent, asked, fate);
  const [outcome] = await Promise.all([own, others]);
  const what = `${fate}: ${outcome}`;
  scene.acts.set(what, (scene.acts.get(what) ?? 0) + 1);
}

async function besides(scene: Scene, service: Service, agent: Agent, asked: Asked, fate: string) {
  const { rpcUrl, token } = scene;
  if (fate === "nothing" || fate === "answer lost") return;
  await sleep(service.random.integer(0, 2_000));
  if (fate === "sent twice") return void (await settleUntilDecided(scene, service, asked, false));
  const { nonce } = authorizationOf(asked).authorization;
  const domain = {
    name: token.name,
    version: token.version,
    chainId: localChainId,
    verifyingContract: token.asset,
  };
  const own =
    fate === "cancelled"
      ? await cancellationOf(agent, { domain, message: { nonce } })
      : transferOf(asked);
  // All of these are sent by one account, whose transactions wait for the same blocks.
  await sendFirst(rpcUrl, privateKeyToAccount(adminKey), own).catch(() => undefined);
}

async function settleUntilDecided(
  scene: Scene,
  service: Service,
  asked: Asked,
  losesAnswers: boolean,
): Promise<string> {
  const { nonce } = authorizationOf(asked).authorization;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const isLost = losesAnswers && tries < 2;
    const answer = isLost
      ? await leave(service, asked)
      : await service.ask("POST", "/x402/settle", bodyOf(asked));
    if (answer?.status === 200 && answer.body.success === true) {
      scene.served.set(nonce, (scene.served.get(nonce) ?? 0) + 1);
      return "served";
    }
    const reason = answer?.status === 200 ? String(answer.body.errorReason) : "";
    const isOpen = reason === "" || /settlement_pending|usance_/.test(reason);
    if (!isOpen) return reason;
    await sleep(service.random.integer(0, pauseMs * 2));
  }
  return "undecided";
}

/** Sends a payment, and hangs up at some moment. @returns null unless the answer came before */
async function leave(service: Service, asked: Asked) {
  const url = service.address();
  if (url === null) return null;
  try {
    const response = await fetch(`${url}/api/v1/x402/settle`, {
      method: "POST",
      headers: keyed,
      body: JSON.stringify(bodyOf(asked)),
      signal: AbortSignal.timeout(service.random.integer(1, 2_500)),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}
