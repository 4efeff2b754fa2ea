import { z } from "zod";
import { exampleAddress, exampleHash, exampleId } from "../kit/evm-fields.ts";
import { says } from "../kit/messages.ts";

/*
 * The service returns these proofs. `usance verify` reads them from untrusted files, so every field has an error
 * message.
 */

const hash = () =>
  z
    .string(says(hashRule))
    .regex(/^0x[0-9a-fA-F]{64}$/, says(hashRule))
    .meta({ example: exampleHash });
const hashRule = "must be 0x and 64 hex digits.";

const address = () =>
  z
    .string(says(addressRule))
    .regex(/^0x[0-9a-fA-F]{40}$/, says(addressRule))
    .meta({ example: exampleAddress });
const addressRule = "must be 0x and 40 hex digits.";

const whole = () => z.int(says(wholeRule)).nonnegative(says(wholeRule));
const wholeRule = "must be a whole number.";

const units = () =>
  z
    .string(says(unitsRule))
    .regex(/^\d{1,78}$/, says(unitsRule))
    .refine((text) => !/^\d+$/.test(text) || BigInt(text) < 2n ** 256n, says(unitsRule));
const unitsRule = "must be the digits of a whole number, as a string.";

const anObject = says("must be an object.");

const RefundProof = z
  .object(
    {
      creditNoteId: z.string(says("must be a string.")).meta({ example: exampleId }),
      contract: address().meta({
        description: "Address of the SettlementRefunder contract that paid and recorded the refund",
      }),
      blockNumber: whole().meta({
        description: "Number of the block that contains the event",
        example: 23_456_999,
      }),
      blockHash: hash().meta({ description: "Hash of the block" }),
      transactionHash: hash().meta({
        description: "Hash of the transaction that paid and recorded the refund",
      }),
      logIndex: whole().meta({
        description: "Index of the event among all events of the block, from 0",
        example: 0,
      }),
      event: z
        .object(
          {
            creditNoteHash: hash().meta({ description: "keccak256 of the credit note's id" }),
            invoiceHash: hash().meta({ description: "keccak256 of the invoice's id" }),
            payer: address().meta({ description: "Address that received the refund" }),
            registry: address().meta({ description: "Address of the settlement's contract" }),
            token: address().meta({ description: "Address of the USDC contract" }),
            amount: units().meta({
              description: "In token units: 2.5 USDC is 2500000",
              example: "2500000",
            }),
            refunder: address().meta({ description: "Address that paid the refund" }),
          },
          anObject,
        )
        .meta({ description: "The `RefundRecorded` event, field by field" }),
    },
    anObject,
  )
  .meta({
    id: "RefundProof",
    description: "The fields of a refund's event and its location on the settlement chain.",
  });

export type RefundProof = z.output<typeof RefundProof>;

/** The maximum number of refunds in a proof. */
export const maxProvenRefunds = 100;

export const SettlementProof = z
  .object(
    {
      settlementId: z.string(says("must be a string.")).meta({ example: exampleId }),
      invoiceId: z.string(says("must be a string.")).meta({ example: exampleId }),
      chainId: whole().meta({ description: "EIP-155 chain id", example: 8453 }),
      contract: address().meta({
        description: "Address of the SettlementRegistry contract that recorded the settlement",
      }),
      blockNumber: whole().meta({
        description: "Number of the block that contains the event",
        example: 23_456_789,
      }),
      blockHash: hash().meta({ description: "Hash of the block" }),
      transactionHash: hash().meta({
        description: "Hash of the transaction that recorded the settlement",
      }),
      logIndex: whole().meta({
        description: "Index of the event among all events of the block, from 0",
        example: 0,
      }),
      event: z
        .object(
          {
            referenceHash: hash().meta({ description: "The settlement's `referenceHash`" }),
            invoiceHash: hash().meta({ description: "keccak256 of the invoice's id" }),
            payer: address().meta({ description: "Address of the payer" }),
            merchant: address().meta({ description: "Address of the merchant" }),
            token: address().meta({
              description:
                "Address of the USDC contract; the zero address if the event names no token",
            }),
            amount: units().meta({
              description: "In token units: 12.5 USDC is 12500000",
              example: "12500000",
            }),
            operator: address().meta({
              description: "Address that called the contract to record the settlement",
            }),
          },
          anObject,
        )
        .meta({ description: "The `SettlementRecorded` event, field by field" }),
      refunds: z
        .array(RefundProof, says("must be a list."))
        .max(maxProvenRefunds, says(`must be a list of at most ${maxProvenRefunds}.`))
        .optional()
        .meta({
          description: `The refunds of the settlement to the payer's wallet: at most the ${maxProvenRefunds} newest`,
        }),
    },
    anObject,
  )
  .meta({
    id: "SettlementProof",
    description: "The fields of a settlement's event and its location on the settlement chain.",
  });

export type SettlementProof = z.output<typeof SettlementProof>;

export const OneSettlementProof = z.object({ proof: SettlementProof });
