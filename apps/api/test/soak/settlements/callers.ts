import { setTimeout as sleep } from "node:timers/promises";
import { merchantAddress, newReference, payerAddress } from "../../harness/story.ts";
import type { Answer, Service } from "../service.ts";

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

/** The responses that callers got, to compare with the final state. */
export interface Told {
  /** References that were answered with 200 or 201, with the id of the settlement in the response. */
  readonly settled: Map<string, string>;
  /** Whether a caller may get this response instead of a settlement. */
  allows(status: number, error: string | undefined): boolean;
  problem(what: string): void;
}

/** The max number of calls of a caller. So many failures are a bug. */
const maxCalls = 500;

/** Settles an invoice in the manner of one kind of caller. */
export async function settleAs(
  kind: keyof typeof callerKinds,
  service: Service,
  told: Told,
  invoiceId: string,
): Promise<void> {
  const [first, second] = [newReference(), newReference()];
  // Each of two concurrent callers has its own generator: the seed cannot decide which comes first.
  const [here, there] = [service.fork(), service.fork()];
  switch (kind) {
    case "patient":
      await untilSettled(here, told, invoiceId, first);
      return;
    case "twice": {
      const [one, other] = await Promise.all([
        untilSettled(here, told, invoiceId, first),
        untilSettled(there, told, invoiceId, first),
      ]);
      if (one !== other) told.problem(`${first} was answered with ${one} and with ${other}`);
      return;
    }
    case "rivals": {
      const both = await Promise.all([
        untilSettled(here, told, invoiceId, first),
        untilSettled(there, told, invoiceId, second),
      ]);
      const winners = both.filter((id) => id !== null);
      if (winners.length !== 1) {
        told.problem(`${winners.length} of two references settled invoice ${invoiceId}`);
      }
      return;
    }
    case "once":
      await post(here, told, invoiceId, first);
  }
}

/**
 * Repeats the same call, each time to any process. @returns the settlement's id; null when another reference
 * settled the invoice
 */
async function untilSettled(
  service: Service,
  told: Told,
  invoiceId: string,
  reference: string,
): Promise<string | null> {
  for (let calls = 0; calls < maxCalls; calls += 1) {
    const { status, body } = (await post(service, told, invoiceId, reference)) ?? {};
    if (status === 200 || status === 201) return body.settlement?.id ?? null;
    if (status === 409) return null;
    await sleep(service.random.integer(50, 500));
  }
  told.problem(`${reference} was not settled in ${maxCalls} calls`);
  return null;
}

/** @returns null without a response */
async function post(service: Service, told: Told, invoiceId: string, referenceHash: string) {
  const settlement = { invoiceId, referenceHash, payerAddress, merchantAddress };
  const answer = await service.ask("POST", "/settlements", settlement);
  if (answer !== null) judge(told, referenceHash, answer);
  return answer;
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
  } else if (!told.allows(status, error)) {
    told.problem(`${reference} was answered ${status} ${error}`);
  }
}
