import { Worker } from "node:worker_threads";
import type { BilledEvent, BilledInvoice, UsageProof as HashProof, Hex } from "@usance/usage-hash";
import { z } from "zod";
import { inSnapshot, type Queryable } from "../db/client.ts";
import { component, id } from "../kit/answers.ts";
import { exampleHash } from "../kit/evm-fields.ts";
import { request, requiredId } from "../kit/fields.ts";
import { formatAmount } from "../kit/money.ts";
import { orRefuse, Refusal, type RefusalTerms } from "../kit/refusal.ts";
import { read } from "../operation/define.ts";
import type { InvoiceParts, Parts } from "../operation/ports/parts.ts";
import { InvoiceId, invoiceNotFound } from "../schemas/invoices.ts";
import { HashedInvoice, HashedUsageEvent } from "../schemas/settlement-proofs.ts";
import { usageEventNotFound } from "../schemas/usage-events.ts";
import { readBilledUsage } from "../usage/usage-of-invoices.ts";
import { findInvoiceRecord } from "./store.ts";

/** A job of the worker thread. Leaves are the 32 bytes of each event, one after another. */
export type HashJob = { readonly invoice: BilledInvoice } & (
  | { readonly kind: "leaves"; readonly events: readonly BilledEvent[] }
  | { readonly kind: "hash"; readonly leaves: Uint8Array }
  | { readonly kind: "proof"; readonly leaves: Uint8Array; readonly found: FoundEvent }
);

/** An event and its position among those of its invoice. */
interface FoundEvent {
  readonly event: BilledEvent;
  readonly index: number;
}

const eventCount = () => z.int().meta({ description: "Number of usage events hashed", example: 1 });

const UsageProof = component("UsageProof", "A proof that an invoice bills a usage event.", {
  invoice: HashedInvoice,
  usageEvent: HashedUsageEvent,
  eventCount: eventCount(),
  index: z.int().meta({
    description:
      "Position of the event among all hashed events, from 0, ordered by the bytes of their ids",
    example: 0,
  }),
  path: z.array(z.string()).meta({
    description: "Sibling hashes on the path from the event to the root, lowest first",
    example: [],
  }),
});

interface Results {
  readonly leaves: Uint8Array;
  readonly hash: Hex;
  readonly proof: HashProof;
}

export type HashResult = Results[keyof Results];

interface Pending {
  resolve(result: HashResult): void;
  reject(error: unknown): void;
}

let worker: Worker | null = null;
const pending = new Map<number, Pending>();
let lastId = 0;

/** Runs a job in the worker thread that all calls share. It starts at the first call, and does not keep the process alive. */
function hashInWorker<Kind extends keyof Results>(
  job: HashJob & { readonly kind: Kind },
): Promise<Results[Kind]> {
  worker ??= startWorker();
  lastId += 1;
  const { promise, resolve, reject } = Promise.withResolvers<HashResult>();
  pending.set(lastId, { resolve, reject });
  worker.postMessage({ id: lastId, job });
  return promise as Promise<Results[Kind]>;
}

function startWorker(): Worker {
  const started = new Worker(new URL("./usage-hash-worker.ts", import.meta.url));
  started.unref();
  started.on("message", ({ id, result, error }) => {
    const { resolve, reject } = pending.get(id) ?? {};
    pending.delete(id);
    if (error === undefined) resolve?.(result);
    else reject?.(error);
  });
  started.on("error", (error) => {
    worker = null;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  });
  return started;
}

interface UsageLeaves {
  readonly invoice: BilledInvoice;
  /** 32 bytes per event. Nothing else is kept in memory of a long list. */
  readonly leaves: Uint8Array;
  readonly count: number;
  /** The requested event; null when the invoice has no event with this id. */
  readonly found: FoundEvent | null;
}

/** How many pages of events may wait to be hashed: the snapshot ends before the hashing of what they have. */
const maxPagesAhead = 100;

/** Reads an invoice and the leaves of its usage hash in one snapshot. */
async function readUsageLeaves(
  { db, tenant }: InvoiceParts,
  invoiceId: string,
  lookedFor?: string,
): Promise<UsageLeaves> {
  const read = await inSnapshot(db, (tx) => readPages(tx, tenant, invoiceId, lookedFor));
  const { pages, ...rest } = read;
  return { ...rest, leaves: Buffer.concat(await Promise.all(pages)) };
}

const usageOfAnotherSubscription: RefusalTerms = {
  kind: "conflict",
  code: "usage_of_another_subscription",
  message: "Invoice has usage of another subscription than its own.",
  meaning:
    "Usage events of another subscription were recorded with the invoice's id, so its usage hash is not defined.",
  remedy: "Record usage only with the id of an invoice of the same subscription.",
};

async function readPages(
  tx: Queryable,
  tenant: Parts["tenant"],
  invoiceId: string,
  lookedFor: string | undefined,
) {
  const row = orRefuse(await findInvoiceRecord(tx, invoiceId, tenant), invoiceNotFound);
  const { id, subscriptionId, amount, currency } = row;
  const invoice = { id, subscriptionId, amount: formatAmount(amount), currency };

  const pages: Promise<Uint8Array>[] = [];
  let count = 0;
  let found: FoundEvent | null = null;
  for await (const events of readBilledUsage(tx, id)) {
    if (events.some((event) => isOfAnother(event, subscriptionId))) {
      throw new Refusal(usageOfAnotherSubscription);
    }
    const index = events.findIndex((event) => event.id === lookedFor);
    const event = events[index];
    if (event !== undefined) found = { event, index: count + index };
    count += events.length;
    const page = hashInWorker({ kind: "leaves", invoice, events });
    page.catch(() => undefined); // it is awaited later, unless the reading fails first
    pages.push(page);
    await pages.at(-1 - maxPagesAhead);
  }
  return { invoice, pages, count, found };
}

const isOfAnother = (event: BilledEvent, subscriptionId: string | null) =>
  subscriptionId !== null && event.subscriptionId !== subscriptionId;

const UsageHash = component("UsageHash", "A hash of an invoice and the usage that it bills.", {
  invoiceId: id(),
  usageHash: z.string().meta({
    description: "32 bytes in hex",
    example: exampleHash,
  }),
  eventCount: eventCount(),
});

export const hashUsage = read("GET /invoices/{invoiceId}/usage-hash", {
  name: "invoices.usageHash",
  cost: "large",
  summary: "Get an invoice's usage hash",
  description:
    "Returns one hash of the invoice and of all usage events that were recorded with its id. Use it as the `referenceHash` of the settlement to record on the chain what was billed. docs/usage-hash.md specifies how it is computed.",
  refusals: { invoiceNotFound, usageOfAnotherSubscription },
  input: InvoiceId,
  output: z.object({ usageHash: UsageHash }),
  run: async (work, { invoiceId }) => {
    const { invoice, leaves, count } = await readUsageLeaves(work, invoiceId);
    const usageHash = await hashInWorker({ kind: "hash", invoice, leaves });
    return { usageHash: { invoiceId, usageHash, eventCount: count } };
  },
});

/* The usage hash of an invoice and its proofs. Values are in the exact form in which they are hashed. */

const BilledUsageEventId = request({
  invoiceId: requiredId(),
  usageEventId: requiredId().meta({
    description: "Id of a usage event that was recorded with the invoice",
  }),
});

export const proveUsage = read("GET /invoices/{invoiceId}/usage-proof", {
  name: "invoices.usageProof",
  cost: "large",
  summary: "Prove that an invoice bills a usage event",
  description:
    "Returns everything that is needed, in addition to the usage hash, to verify that the event is one of the hashed events.",
  refusals: { invoiceNotFound, usageEventNotFound, usageOfAnotherSubscription },
  input: BilledUsageEventId,
  output: z.object({ usageProof: UsageProof }),
  run: async (work, { invoiceId, usageEventId }) => {
    const { invoice, leaves, found } = await readUsageLeaves(work, invoiceId, usageEventId);
    if (found === null) throw new Refusal(usageEventNotFound);
    const { path, ...proof } = await hashInWorker({ kind: "proof", invoice, leaves, found });
    return { usageProof: { ...proof, path: [...path] } };
  },
});
