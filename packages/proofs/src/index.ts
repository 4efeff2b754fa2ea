export {
  type Bill,
  type BilledPeriod,
  type BilledUsage,
  billHash,
  type PrefixTotals,
  rateCardHash,
  usageHash,
} from "./bill.ts";
export { canonicalJson } from "./canonical-json.ts";
export { ProofError } from "./fields.ts";
export { type Hex, hashText } from "./hashes.ts";
export type { BilledEvent } from "./usage-event.ts";
export { UsageMeter } from "./usage-meter.ts";
export { type UsageProof, verifyUsageProof } from "./usage-proof.ts";
export { usageChangeHash, usageChangesHash, usageRootText } from "./usage-root.ts";
export {
  compareUsage,
  differencesInWords,
  type OwnEvent,
  type UsageDifferences,
} from "./verify/compare-usage.ts";
export { bad, type Finding, good, open } from "./verify/findings.ts";
export { maxBillsBefore } from "./verify/proof-form.ts";
export { type RootPages, readBilledRoots } from "./verify/read-roots.ts";
export { type InvoiceProof, type ReadRoots, verifyBill } from "./verify/verify-bill.ts";
export type { BilledRoot } from "./verify/verify-billed-roots.ts";
export { verifyUsageRoots } from "./verify/verify-roots.ts";
export type { RootedEvent, UsagePages } from "./verify/verify-usage.ts";
