export {
  type BilledEvent,
  type BilledInvoice,
  type QuotedEvent,
  quotedUsageHash,
  UsageHashError,
  usageHash,
  usageProof,
  verifyUsageProof,
} from "@usance/usage-hash";
