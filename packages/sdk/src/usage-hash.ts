export {
  type BilledEvent,
  type BilledInvoice,
  UsageHashError,
  type UsageProof,
  usageHash,
  usageProof,
  verifyUsageProof,
} from "@usance/usage-hash";
