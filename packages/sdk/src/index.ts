export {
  type BilledEvent,
  type BilledInvoice,
  UsageHashError,
  type UsageProof,
  usageHash,
  usageProof,
  verifyUsageProof,
} from "@usance/usage-hash";
export { type UsanceClient, type UsanceOptions, usanceClient } from "./client.ts";
export { UsanceError } from "./error.ts";
export type { components, paths } from "./generated.ts";
