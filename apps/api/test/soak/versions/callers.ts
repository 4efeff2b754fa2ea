import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { stillRunning } from "../../../src/idempotency/errors.ts";
import type { Subscriber } from "../../processes/calls.ts";
import { type ApiProcess, addressOf } from "../api-process.ts";
import type { Random } from "../random.ts";
import { callerKinds, settleAs, type Told } from "../settlements/callers.ts";

/** What sellers were told, to be held against what is so in the end. */
export interface ToldOfSales extends Told {
  /** The subscription that each completed session was answered with. */
  readonly completed: Map<string, string>;
  /** The invoices that were answered. */
  readonly invoiced: Set<string>;
}

export interface SalesCall {
  readonly processes: readonly ApiProcess[];
  readonly key: string;
  readonly subscriber: Subscriber;
  readonly told: ToldOfSales;
  readonly random: Random;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: callers read what the service sends, whatever it is
  readonly body: any;
}

/** How long a caller waits for an answer, in milliseconds. */
const patienceMs = 120_000;

/** Has subscribers check out, bills them, has them pay, and looks at it all, one call after the other. */
export async function keepSelling(call: SalesCall, isOver: () => boolean): Promise<void> {
  const { serviceId, paymentPlanId } = call.subscriber;
  while (!isOver()) {
    const begun = await post(call, "/checkout-sessions", { serviceId, paymentPlanId });
    if (begun === null) continue;
    const { id } = begun.checkoutSession;
    const user = { email: `${id}@example.com` };
    const completed = await post(call, `/checkout-sessions/${id}/complete`, { user });
    if (completed === null) continue;
    const [{ id: subscriptionId, userId }] = completed.checkoutSession.subscriptions;
    call.told.completed.set(id, subscriptionId);

    const of = { serviceId, paymentPlanId, userId, subscriptionId };
    const billed = await post(call, "/invoices", { ...of, amount: "0.625", status: "OPEN" });
    if (billed === null) continue;
    call.told.invoiced.add(billed.invoice.id);
    await settleAs(call.random.weighted(callerKinds), call, billed.invoice);
    await get(call, `/invoices/${billed.invoice.id}`);
    await get(call, `/subscriptions/${subscriptionId}`);
    await get(call, call.random.oneOf(["/invoices", "/settlements", "/usage-events", "/services"]));
  }
}

const get = (call: SalesCall, path: string) => untilAnswered(call, "GET", path);

/** A write under an Idempotency-Key, so that one that was cut off can be sent again. @returns null where it was refused */
const post = (call: SalesCall, path: string, body: object) =>
  untilAnswered(call, "POST", path, {
    headers: { "Idempotency-Key": randomUUID() },
    body: JSON.stringify(body),
  });

/** As a load balancer does: what finds no process, or is cut off, is sent to another. */
async function untilAnswered(
  call: SalesCall,
  method: "GET" | "POST",
  path: string,
  more: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<Answer["body"] | null> {
  for (;;) {
    const answer = await send(call, method, path, more);
    const what = answer === null ? "cut" : String(answer.status);
    call.told.answers.set(what, (call.told.answers.get(what) ?? 0) + 1);
    if (answer !== null && answer.status < 300) return answer.body;
    const isRunning = answer?.body.error === stillRunning.message;
    if (answer !== null && !isRunning) {
      call.told.problem(`${method} ${path} was answered ${answer.status} ${answer.body.error}`);
      return null;
    }
    await sleep(50);
  }
}

async function send(
  { processes, key, random }: SalesCall,
  method: string,
  path: string,
  {
    headers,
    body,
  }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
): Promise<Answer | null> {
  const url = addressOf(processes, random);
  if (url === null) return null;
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
      signal: AbortSignal.timeout(patienceMs),
      ...(body !== undefined && { body }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return null; // it is being stopped
  }
}
