export {
  type Bill,
  type BilledPeriod,
  type BilledUsage,
  type BillLine,
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
export {
  compareUsage,
  differencesInWords,
  type OwnEvent,
  type UsageDifferences,
} from "./verify/compare-usage.ts";
export type { Finding } from "./verify/findings.ts";
export { type InvoiceProof, type UsagePages, verifyBill } from "./verify/verify-bill.ts";
