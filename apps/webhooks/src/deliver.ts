import { webhooks } from "@usance/sdk";
import { noAnswer } from "./relay-error.ts";

/** The fields of an event that the relay reads; it sends all of them. */
export interface Deliverable {
  readonly id: string;
  readonly type: string;
}

export interface Outcome {
  readonly arrived: boolean;
  /** The status, or why there is no response. */
  readonly answer: string;
  readonly ms: number;
}

/** The same time limit as the service's for an endpoint. */
const timeoutMs = 15_000;

/** Signs an event as the service does and sends it once. It does not throw. */
export async function deliver(secret: string, url: string, event: Deliverable): Promise<Outcome> {
  const body = JSON.stringify(event);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Usance-Webhooks/1",
    ...(await webhooks.sign(body, secret, { id: event.id })),
  };
  const begin = performance.now();
  const outcome = await post(url, headers, body);
  return { ...outcome, ms: Math.round(performance.now() - begin) };
}

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Omit<Outcome, "ms">> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    // Nobody reads the body, and an unread one would hold its connection.
    await answer.body?.cancel();
    const redirect = answer.status >= 300 && answer.status < 400;
    const why = redirect ? " (redirects are not followed)" : "";
    return { arrived: answer.ok, answer: `${answer.status}${why}` };
  } catch (error) {
    return { arrived: false, answer: noAnswer(error) };
  }
}

/** The length of the longest type. */
const typeWidth = "checkout_session.cancelled".length;

/** The line that shows a delivery. @param then what happens next, if it did not arrive */
export function deliveryLine(event: Deliverable, { answer, ms }: Outcome, then = ""): string {
  const time = new Date().toTimeString().slice(0, "HH:MM:SS".length);
  const line = `${time}  ${event.type.padEnd(typeWidth)}  ${event.id}  ${answer}  ${ms} ms`;
  return then === "" ? line : `${line}  ${then}`;
}
