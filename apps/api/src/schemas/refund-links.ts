import { z } from "zod";
import { addressOut, amountOut, chainIdOut, decimalOut, timeOut } from "../kit/answers.ts";
import { evmAddress, exampleAddress, exampleHash } from "../kit/evm-fields.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { linkOf } from "./idempotency.ts";
import { ShownService } from "./services.ts";
import type { RefundState } from "./states.ts";

/*
 * The page on which a seller pays a refund calls these operations without an API key. Anyone with the link can call them,
 * and even pay the refund: its receiver, its amount and its token are fixed.
 */

export const refundLinkNotFound: RefusalTerms = {
  ...recordNotFound({
    code: "refund_link_not_found",
    param: "linkToken",
    message: "Refund link was not found.",
  }),
  meaning: "No refund has this link.",
  remedy: "Read the credit note: its `refund` has the `url`.",
};

export const refundClosed = (status: RefundState): RefusalTerms => ({
  kind: "conflict",
  code: "refund_closed",
  message: `Refund is ${status}.`,
  pattern: "Refund is <status>.",
  meaning: "The refund was already paid, or has expired.",
  remedy: "Start another refund of the credit note if this one is `FAILED`.",
});

export const refundBalanceTooLow: RefusalTerms = {
  kind: "conflict",
  code: "refund_balance_too_low",
  param: "walletAddress",
  message: "The wallet has less USDC than the refund.",
  meaning: "The wallet's USDC balance is lower than the amount to refund.",
  remedy: "Pay from another wallet, or put USDC into this one.",
};

export const refunderIsPayer: RefusalTerms = {
  kind: "invalid",
  code: "refunder_is_payer",
  param: "walletAddress",
  message: "walletAddress is the wallet that is paid back: pay from another one.",
  meaning: "The wallet that would pay the refund is also its receiver.",
  remedy: "Pay from another wallet.",
};

export const RefundLink = linkOf("refund");

export const PrepareRefund = RefundLink.extend({
  walletAddress: evmAddress().meta({ description: "Address of the wallet that pays the refund" }),
});

const LinkedRefund = z
  .object({
    status: z.enum(["PENDING", "CONFIRMED", "FAILED"]).meta({
      description:
        "`PENDING`: not paid, or not confirmed yet. `CONFIRMED`: paid. `FAILED`: it was not paid in time",
      example: "PENDING",
    }),
    amount: amountOut(),
    currency: z.string().meta({ description: "Always `USDC`", example: "USDC" }),
    reason: z.string().meta({ description: "The reason of the credit note", example: "Outage" }),
    service: ShownService.meta({ description: "The service that was billed" }),
    payerAddress: addressOut().meta({ description: "Address that receives the refund" }),
    chain: z
      .object({
        chainId: chainIdOut(),
        token: addressOut().meta({ description: "Address of the USDC contract" }),
        contract: addressOut().meta({
          description: "Address of the contract that pays and records the refund",
        }),
      })
      .meta({ description: "The chain and the contracts with which the refund is paid" }),
    expiresAt: timeOut().meta({ description: "When the contract stops accepting the refund" }),
    transactionHash: z.string().nullable().meta({
      description: "Hash of the refund's transaction; null until it is confirmed on the chain",
      example: exampleHash,
    }),
    transactionUrl: z
      .string()
      .nullable()
      .meta({
        description: "The transaction in a block explorer; null if none is configured",
        example: `https://basescan.org/tx/${exampleHash}`,
      }),
  })
  .meta({ id: "LinkedRefund", description: "A refund, as its page shows it." });

export const OneLinkedRefund = z.object({ refund: LinkedRefund });

export const OnePreparedRefund = z.object({
  preparedRefund: z
    .object({
      walletAddress: addressOut().meta({ description: "Address of the wallet that pays" }),
      balance: decimalOut().meta({ description: "The wallet's balance, in USDC" }),
      step: z.enum(["deploy", "approve", "refund"]).meta({
        description:
          "`deploy`: deploys the refund contract on the chain, once for all sellers. `approve`: lets the contract take the amount. `refund`: pays the refund. After `deploy` and `approve`, call this operation again",
        example: "refund",
      }),
      to: addressOut().meta({
        description: "Receiver of the transaction",
        example: exampleAddress,
      }),
      data: z.string().meta({ description: "Data of the transaction in hex", example: "0x" }),
    })
    .meta({
      id: "PreparedRefund",
      description: "The transaction that the seller's wallet sends next.",
    }),
});
