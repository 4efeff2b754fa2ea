export {
  type BilledUsage,
  billHash,
  compareUsage,
  type Finding,
  type PrefixTotals,
  ProofError,
  rateCardHash,
  type UsageDifferences,
  UsageMeter,
  usageHash,
  verifyBill,
  verifyUsageProof,
  verifyUsageRoots,
} from "@usance/proofs";
export {
  type Component,
  type PrefixUsage,
  type RatedLine,
  type Rating,
  RatingError,
  rate,
} from "@usance/rating";
export type { CallOptions, List } from "./calls.ts";
export { type UsanceClient, type UsanceOptions, usanceClient } from "./client.ts";
export {
  BadRequestError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  IdempotencyMismatchError,
  NotFoundError,
  PayloadTooLargeError,
  PaymentRequiredError,
  RateLimitedError,
  type ReachedLimit,
  ServerError,
  ServiceUnavailableError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UsanceError,
} from "./errors.ts";
export type {
  Gate,
  GateCall,
  GateOpen,
  GateOptions,
  GateResult,
  GateUse,
} from "./gate.ts";
export type * from "./generated/resources.ts";
export type * from "./generated/types.ts";
export type { GateRecording, RefusedCharge } from "./record-waiting.ts";
export type { UsageBatcher, UsageBatcherOptions } from "./usage-batcher.ts";
export type { WaitOptions } from "./wait-for-settlement.ts";
export * as webhooks from "./webhooks.ts";
export type { HoldSpent, WithHoldOptions, WithHoldResult } from "./with-hold.ts";
