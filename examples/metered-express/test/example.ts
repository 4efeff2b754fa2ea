import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type UsanceClient, usanceClient } from "@usance/sdk";
import { vi } from "vitest";
import { findPort } from "../../../apps/api/src/server/process/listen.ts";
import { signed } from "../../../apps/api/test/harness/checkout.ts";
import { restDoor } from "../../../apps/api/test/harness/doors.ts";
import { aPayer, type Payer } from "../../../apps/api/test/harness/payer.ts";
import { type TestService, testKey } from "../../../apps/api/test/harness/service.ts";
import { merchantAddress, Story } from "../../../apps/api/test/harness/story.ts";
import { type Entry, run, temporaryFolder } from "../../../apps/api/test/processes/entry.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** The example as a process of its own. */
export interface Example extends Entry {
  readonly url: string;
  /** What it was started with. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The variables of a first start beside a service. */
export async function firstStart(usanceUrl: string): Promise<Readonly<Record<string, string>>> {
  const port = await findPort({ PORT: 0, HOST: "127.0.0.1" });
  return {
    USANCE_URL: usanceUrl,
    USANCE_API_KEY: testKey,
    PAYOUT_ADDRESS: merchantAddress,
    DATABASE: join(temporaryFolder(), "daylight.db"),
    PORT: String(port),
  };
}

/** @param environment what differs from a first start */
export async function startExample(
  usanceUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Example> {
  const all = { ...(await firstStart(usanceUrl)), ...environment };
  const program = run([process.execPath, main], all);
  await program.printed(/^Daylight API on /m);
  return { ...program, url: `http://127.0.0.1:${all.PORT}`, environment: all };
}

/** Asks for days of daylight. */
export function ask(
  { url }: Pick<Example, "url">,
  key: string,
  { days = 1, headers = {} }: { days?: number; headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  return fetch(`${url}/daylight?latitude=52.5&from=2026-06-21&days=${days}`, {
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
}

/** A new key of the example. */
export async function aKey({ url }: Pick<Example, "url">): Promise<string> {
  const answer = await fetch(`${url}/keys`, { method: "POST" });
  return ((await answer.json()) as { apiKey: string }).apiKey;
}

/** The checkout session to which a caller is sent. */
export async function checkoutOf(example: Pick<Example, "url">, key: string): Promise<string> {
  const answer = await ask(example, key);
  const { checkoutUrl = "" } = (await answer.json()) as { checkoutUrl?: string };
  if (answer.status !== 402 || checkoutUrl === "") throw new Error(`It is ${answer.status}.`);
  return checkoutUrl.split("/").at(-1) ?? "";
}

/** The subscriber signs up on the checkout page, with a spending cap if one is given. */
export async function payCheckout(
  service: () => TestService,
  checkoutSessionId: string,
  cap?: string,
): Promise<Payer> {
  const story = new Story(restDoor, service);
  const payer = await aPayer(service());
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, cap));
  return payer;
}

/** Until the example has heard of it: what it answers to a call that is none is 400 then, and was 402. */
export async function switchedOn({ url }: Pick<Example, "url">, key: string): Promise<void> {
  await vi.waitFor(async () => {
    const { status } = await fetch(`${url}/daylight`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    if (status !== 400) throw new Error(`It is ${status}.`);
  }, 15_000);
}

/** A caller who has subscribed. */
export async function aSubscriber(
  service: () => TestService,
  example: Pick<Example, "url">,
  cap?: string,
) {
  const key = await aKey(example);
  const checkoutSessionId = await checkoutOf(example, key);
  const payer = await payCheckout(service, checkoutSessionId, cap);
  await switchedOn(example, key);
  const [subscription] = (await clientOf(service).checkoutSessions.get({ checkoutSessionId }))
    .subscriptions;
  if (subscription === undefined) throw new Error("A paid checkout has a subscription.");
  return { key, payer, subscriptionId: subscription.id };
}

export const clientOf = (service: () => TestService): UsanceClient =>
  usanceClient({ baseUrl: service().url, apiKey: testKey });
