import { z } from "zod";
import { exampleAddress, exampleHash, exampleId } from "../lib/examples.ts";
import { says } from "../lib/messages.ts";

/*
 * A settlement's proof goes both ways: the service answers it, and `usance verify` reads it from
 * whoever has one. So each field says what it must be.
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

export const SettlementProof = z
  .object(
    {
      settlementId: z.string(says("must be a string.")).meta({ example: exampleId }),
      invoiceId: z.string(says("must be a string.")).meta({ example: exampleId }),
      chainId: whole().meta({ description: "Number of the chain, by EIP-155", example: 8453 }),
      contract: address().meta({
        description: "Address of the SettlementRegistry contract that recorded it",
      }),
      blockNumber: whole().meta({ description: "The block that it is in", example: 23_456_789 }),
      blockHash: hash().meta({ description: "That block's hash" }),
      transactionHash: hash().meta({ description: "Hash of the transaction that recorded it" }),
      logIndex: whole().meta({
        description: "The event's place among those of the block, from 0",
        example: 0,
      }),
      event: z
        .object(
          {
            referenceHash: hash().meta({ description: "The settlement's `referenceHash`" }),
            invoiceHash: hash().meta({ description: "keccak256 of the invoice's id" }),
            payer: address().meta({ description: "Address of who paid" }),
            merchant: address().meta({ description: "Address of who was paid" }),
            token: address().meta({
              description: "Address of the USDC contract; the zero address where none is named",
            }),
            amount: units().meta({
              description: "In token units: 12.5 USDC is 12500000",
              example: "12500000",
            }),
            operator: address().meta({ description: "Address of who had it recorded" }),
          },
          anObject,
        )
        .meta({ description: "The `SettlementRecorded` event, field by field" }),
    },
    anObject,
  )
  .meta({
    id: "SettlementProof",
    description: "Where the settlement chain shows a settlement, and what it says there.",
  });

export type SettlementProof = z.output<typeof SettlementProof>;
