import { Worker } from "node:worker_threads";
import type { BilledEvent, BilledInvoice, Hex, UsageProof } from "@usance/usage-hash";

/** A part of the work of a usage hash. Leaves are the 32 bytes of each event, one after another. */
export type HashJob = { readonly invoice: BilledInvoice } & (
  | { readonly kind: "leaves"; readonly events: readonly BilledEvent[] }
  | { readonly kind: "hash"; readonly leaves: Uint8Array }
  | { readonly kind: "proof"; readonly leaves: Uint8Array; readonly found: FoundEvent }
);

/** An event and its position among those of its invoice. */
export interface FoundEvent {
  readonly event: BilledEvent;
  readonly index: number;
}

interface Results {
  readonly leaves: Uint8Array;
  readonly hash: Hex;
  readonly proof: UsageProof;
}

export type HashResult = Results[keyof Results];

interface Pending {
  resolve(result: HashResult): void;
  reject(error: unknown): void;
}

let worker: Worker | null = null;
const pending = new Map<number, Pending>();
let lastId = 0;

/** Computes a part of a usage hash in a worker thread that all calls share. It starts at the first call, and does not keep the process alive. */
export function hashInWorker<Kind extends keyof Results>(
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
