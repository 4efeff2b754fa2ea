import { setTimeout as sleep } from "node:timers/promises";
import { merchantAddress, newReference, payerAddress } from "../../harness/story.ts";
import { call, newInvoice, type Subscriber } from "../../processes/calls.ts";
import { type ApiProcess, addressOf } from "../api-process.ts";
import type { Random } from "../random.ts";

export interface SettlersCall {
  readonly processes: readonly ApiProcess[];
  readonly apiKey: string;
  readonly subscriber: Subscriber;
  /** The settlement in the response, by reference. */
  readonly settled: Map<string, string>;
  readonly random: Random;
  problem(what: string): void;
}

const pauseMs = 200;
/** The max number of calls for one settlement. */
const maxCalls = 500;

/** Settles new invoices one at a time, repeating each call until its invoice is settled. */
export async function keepSettling(by: SettlersCall, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const invoice = await newInvoice(address(by), by.subscriber).catch(() => null);
    if (invoice === null) await sleep(pauseMs);
    else await settle(by, invoice.id);
  }
}

async function settle(by: SettlersCall, invoiceId: string): Promise<void> {
  const referenceHash = newReference();
  const wanted = { invoiceId, referenceHash, payerAddress, merchantAddress };
  for (let calls = 0; calls < maxCalls; calls += 1) {
    const answer = await call(address(by), "POST", "/settlements", wanted).catch(() => null);
    if (answer !== null && answer.status < 300) {
      by.settled.set(referenceHash, answer.body.settlement.id);
      return;
    }
    if (answer !== null && answer.status < 500) {
      by.problem(`${referenceHash} was answered ${answer.status} ${answer.body.error}`);
      return;
    }
    await sleep(pauseMs);
  }
  by.problem(`${referenceHash} was not settled in ${maxCalls} calls`);
}

const address = ({ processes, apiKey, random }: SettlersCall) => ({
  url: addressOf(processes, random) ?? "",
  key: apiKey,
});
