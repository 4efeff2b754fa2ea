import { setTimeout as sleep } from "node:timers/promises";
import { type ApiProcess, addressOf } from "../api-process.ts";
import type { Random } from "../random.ts";

/** The ways to settle an invoice, with their weights. */
export const callerKinds = {
  /** Repeats the call until it succeeds. */
  patient: 11,
  /** Makes the same call twice at once, to two processes. */
  twice: 3,
  /** Uses two references for one invoice at once. One of them settles it. */
  rivals: 3,
  /** Calls once, and never asks for the result. */
  once: 3,
} as const;

export type CallerKind = keyof typeof callerKinds;

/** An invoice to settle. */
export interface Invoice {
  readonly id: string;
}

/** The responses that callers got, to compare with the final state. */
export interface Told {
  /** References that were answered with 200 or 201, with the id of the settlement in the response. */
  readonly settled: Map<string, string>;
  /** The number of responses by status; "cut" without a response. */
  readonly answers: Map<string, number>;
  problem(what: string): void;
}

interface Call {
  readonly processes: readonly ApiProcess[];
  readonly key: string;
  readonly told: Told;
  readonly random: Random;
}

interface Answer {
  readonly status: number;
  readonly body: {
    readonly error?: string;
    readonly settlement?: { readonly id: string; readonly status: string };
  };
}

const payerAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const merchantAddress = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
/** The max number of calls of a caller. So many failures are a bug. */
const maxCalls = 200;
/** The timeout of a response, in milliseconds: many times the service's own limit. */
const patienceMs = 120_000;

/** Settles an invoice in the manner of one kind of caller. */
export async function settleAs(kind: CallerKind, call: Call, invoice: Invoice): Promise<void> {
  const [first, second] = [newReference(call.random), newReference(call.random)];
  // Each of two concurrent callers has its own generator: the seed cannot decide which comes first.
  const [here, there] = [0, 1].map(() => ({ ...call, random: call.random.fork() }));
  if (here === undefined || there === undefined) throw new Error("Two are two.");
  switch (kind) {
    case "patient":
      await untilSettled(here, invoice, first);
      return;
    case "twice": {
      const both = [untilSettled(here, invoice, first), untilSettled(there, invoice, first)];
      const [one, other] = await Promise.all(both);
      if (one !== other) call.told.problem(`${first} was answered with ${one} and with ${other}`);
      return;
    }
    case "rivals": {
      const both = [untilSettled(here, invoice, first), untilSettled(there, invoice, second)];
      const winners = (await Promise.all(both)).filter((id) => id !== null);
      if (winners.length !== 1) {
        call.told.problem(`${winners.length} of two references settled invoice ${invoice.id}`);
      }
      return;
    }
    case "once":
      await post(here, invoice, first);
  }
}

/**
 * Repeats the same call, each time to any process. @returns the settlement's id; null when another reference
 * settled the invoice
 */
async function untilSettled(
  call: Call,
  invoice: Invoice,
  reference: string,
): Promise<string | null> {
  for (let calls = 0; calls < maxCalls; calls += 1) {
    const answer = await post(call, invoice, reference);
    const status = answer?.status;
    if (status === 200 || status === 201) return answer?.body.settlement?.id ?? null;
    if (status === 409) return null;
    await sleep(call.random.integer(50, 500));
  }
  call.told.problem(`${reference} was not settled in ${maxCalls} calls`);
  return null;
}

/** @returns null without a response */
async function post(call: Call, invoice: Invoice, reference: string): Promise<Answer | null> {
  const { processes, key, told, random } = call;
  const url = addressOf(processes, random);
  const answer = url === null ? null : await answered(url, key, invoice, reference);
  const status = answer === null ? "cut" : String(answer.status);
  told.answers.set(status, (told.answers.get(status) ?? 0) + 1);
  if (answer !== null) judge(told, reference, answer);
  return answer;
}

async function answered(url: string, key: string, invoice: Invoice, reference: string) {
  try {
    const response = await fetch(`${url}/api/v1/settlements`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        invoiceId: invoice.id,
        referenceHash: reference,
        payerAddress,
        merchantAddress,
      }),
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  } catch {
    return null; // the process was killed, or has not restarted yet
  }
}

/** The allowed responses: settled, retry later, or the invoice belongs to another reference. */
function judge(told: Told, reference: string, { status, body }: Answer): void {
  const { error, settlement } = body;
  if (status === 200 || status === 201) {
    const before = told.settled.get(reference);
    if (settlement?.status !== "CONFIRMED" || (before ?? settlement.id) !== settlement.id) {
      told.problem(`${reference} was answered ${status} with ${JSON.stringify(settlement)}`);
    }
    told.settled.set(reference, String(settlement?.id));
  } else if (![409, 500].includes(status) || error === "An unexpected error occurred.") {
    told.problem(`${reference} was answered ${status} ${error}`);
  }
}

function newReference(random: Random): string {
  const digits = Array.from({ length: 64 }, () => random.integer(0, 15).toString(16));
  return `0x${digits.join("")}`;
}
