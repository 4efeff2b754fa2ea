import { z } from "zod";
import { exampleAddress, exampleHash, exampleId } from "../shared/examples.ts";
import { says } from "../shared/messages.ts";

/*
 * A settlement's proof goes both ways: the service answers it, and `pnpm verify` reads it from
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

const units = () => z.string(says(unitsRule)).regex(/^\d{1,78}$/, says(unitsRule));
const unitsRule = "must be the digits of a whole number, as a string.";

const anObject = says("must be an object.");

export const SettlementProof = z
  .object(
    {
      settlementId: z.string(says("must be a string.")).meta({ example: exampleId }),
      invoiceId: z.string(says("must be a string.")).meta({ example: exampleId }),
      chainId: whole().meta({ description: "EIP-155 id of the chain", example: 8453 }),
      contract: address().meta({ description: "The SettlementRegistry that recorded it" }),
      blockNumber: whole().meta({ example: 23_456_789 }),
      blockHash: hash(),
      transactionHash: hash(),
      logIndex: whole().meta({ description: "The event's place in the block", example: 0 }),
      event: z
        .object(
          {
            referenceHash: hash(),
            invoiceHash: hash().meta({ description: "keccak256 of the invoice's id" }),
            payer: address(),
            merchant: address(),
            token: address().meta({ description: "The zero address names none" }),
            amount: units().meta({
              description: "Token units: 12.5 USDC is 12500000",
              example: "12500000",
            }),
            operator: address().meta({ description: "Who recorded it" }),
          },
          anObject,
        )
        .meta({ description: "All fields of `SettlementRecorded`" }),
    },
    anObject,
  )
  .meta({
    id: "SettlementProof",
    description: "Where the settlement chain shows a settlement, and what it says there.",
  });

export type SettlementProof = z.output<typeof SettlementProof>;
