import { setTimeout as sleep } from "node:timers/promises";
import { type ApiProcess, addressOf } from "../api-process.ts";
import type { Random } from "../random.ts";

/** The ways to settle an invoice, with their weights. */
export const callerKinds = {
  /** Calls until it is told that it is done. */
  patient: 11,
  /** The same call twice at once, to two processes. */
  twice: 3,
  /** Two references for one invoice at once: one of them settles it. */
  rivals: 3,
  /** Calls once, and never asks what came of it. */
  once: 3,
} as const;

export type CallerKind = keyof typeof callerKinds;

/** An invoice to settle. */
export interface Invoice {
  readonly id: string;
}

/** The responses that callers got, to compare with the final state. */
export interface Told {
  /** References that were answered with 200 or 201, and the settlement's id in the answer. */
  readonly settled: Map<string, string>;
  /** How often which status was the answer; "cut" where there was none. */
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
/** How often a caller calls at most. One that is told so often that it failed has found a fault. */
const maxCalls = 200;
/** How long a caller waits for an answer, in milliseconds: many times the service's own limit. */
const patienceMs = 120_000;

/** Settles an invoice in the manner of one kind of caller. */
export async function settleAs(kind: CallerKind, call: Call, invoice: Invoice): Promise<void> {
  const [first, second] = [newReference(call.random), newReference(call.random)];
  // Each of two at once draws its own numbers: which comes first is not the seed's to say.
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
 * The same call again and again, each to a process of its own choice.
 * @returns the settlement's id; null when another reference has the invoice
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

/** @returns null when there was no answer */
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
    return null; // the process was killed, or is not back yet
  }
}

/** The allowed responses: done, not now, or the invoice belongs to another reference. */
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
