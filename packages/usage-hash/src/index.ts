export { UsageHashError } from "./fields.ts";
export type { Hex } from "./hashes.ts";
export type { BilledInvoice } from "./invoice.ts";
export { usageHashOfLeaves, usageLeaf, usageProofOfLeaves } from "./leaves.ts";
export type { UsageProof } from "./proof.ts";
export { type QuotedEvent, quotedUsageHash } from "./quoted-usage.ts";
export type { BilledEvent } from "./usage-event.ts";
export { usageHash, usageProof } from "./usage-hash.ts";
export { verifyUsageProof } from "./verify-usage-proof.ts";
