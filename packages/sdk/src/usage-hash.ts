export {
  type BilledEvent,
  type BilledInvoice,
  UsageHashError,
  usageHash,
  usageProof,
  verifyUsageProof,
} from "@usance/usage-hash";
