import { parentPort } from "node:worker_threads";
import { usageHashOfLeaves, usageLeaf, usageProofOfLeaves } from "@usance/usage-hash";
import type { HashJob, HashResult } from "./usage-hash.ts";

/* A worker thread, because the hashes of 100,000 events take seconds, in which no other call would run. */

const leafBytes = 32;

parentPort?.on("message", ({ id, job }: { readonly id: number; readonly job: HashJob }) => {
  try {
    parentPort?.postMessage({ id, result: resultOf(job) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});

function resultOf(job: HashJob): HashResult {
  const { invoice } = job;
  switch (job.kind) {
    case "leaves":
      return Buffer.concat(job.events.map((event) => usageLeaf(invoice, event)));
    case "hash":
      return usageHashOfLeaves(invoice, leavesIn(job.leaves));
    case "proof":
      return usageProofOfLeaves(invoice, leavesIn(job.leaves), job.found);
  }
}

function leavesIn(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / leafBytes }, (_, index) =>
    bytes.subarray(index * leafBytes, (index + 1) * leafBytes),
  );
}
