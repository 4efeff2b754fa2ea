import { z } from "zod";
import { component, createdAt, decimalOut, id, timeOut, updatedAt } from "../kit/answers.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import type { HoldState } from "./states.ts";

export const holdNotFound = recordNotFound("hold_not_found", "holdId");

/** The longest that a hold may last, in milliseconds. */
export const maxHoldMs = 24 * 3_600_000;

export const holdTooLong: RefusalTerms = {
  kind: "invalid",
  code: "hold_too_long",
  param: "expiresAt",
  message: "expiresAt must be in the next 24 hours.",
  meaning: "A hold expires in the future, at most 24 hours from now.",
  remedy: "Send a time in the next 24 hours.",
};

export const holdKeyUsed: RefusalTerms = {
  kind: "mismatch",
  code: "hold_key_used",
  param: "key",
  message: "key was used with another hold.",
  meaning: "The balance has a hold with this key, of another amount, usage or expiry.",
  remedy: "Send another key for another hold. To find the existing one, send what you sent before.",
};

export const holdNotHeld = (status: HoldState): RefusalTerms => ({
  kind: "conflict",
  code: "hold_not_held",
  message: `Hold is ${status}.`,
  pattern: "Hold is <status>.",
  meaning: "The hold was committed, released or has expired: each of these is final.",
  remedy: "Read the hold. Place another one if the call is still to be made.",
});

export const moreThanHeld: RefusalTerms = {
  kind: "conflict",
  code: "more_than_held",
  param: "amount",
  message: "amount is more than the hold has set aside.",
  meaning: "A commit charges at most what was held, unless `allowMore` is true.",
  remedy: "Send at most the hold's amount, or `allowMore: true` to draw on what is available.",
};

const holdStatuses = ["HELD", "COMMITTED", "RELEASED", "EXPIRED"] as const;

export const Hold = component("Hold", "A part of a balance that is set aside for a call.", {
  id: id(),
  balanceId: id(),
  serviceId: id(),
  userId: id().meta({ description: "Id of the subscriber whose balance it is" }),
  key: z.string().meta({ description: "Names the call", example: "completion:7f3a" }),
  status: z.enum(holdStatuses).meta({
    description:
      "`HELD`: the amount is set aside. `COMMITTED`: `charged` was taken, and the rest given back. `RELEASED`, `EXPIRED`: all of it was given back",
    example: "HELD",
  }),
  amount: decimalOut().meta({ description: "Amount set aside, in USDC", example: "0.500000" }),
  charged: decimalOut().nullable().meta({
    description: "Amount charged, in USDC; null unless the hold is `COMMITTED`",
    example: null,
  }),
  usageEventId: id().nullable().meta({
    description: "The usage event that was recorded with the commit; null if there is none",
    example: null,
  }),
  usage: z
    .object({
      subscriptionId: id(),
      eventKey: z.string().meta({
        description: "Its usage event's key, or another one with the same prefix",
        example: "tokens:7f3a",
      }),
      subject: z
        .string()
        .nullable()
        .meta({ description: "Who or what uses it; null: not told", example: "agent-7" }),
      quantity: decimalOut().meta({ description: "Max number of units", example: "4000.000000" }),
    })
    .nullable()
    .meta({ description: "What is reserved in limits while it is `HELD`; null: nothing" }),
  expiresAt: timeOut().meta({
    description: "When the amount is given back unless the hold was committed or released",
  }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const OneHold = z.object({ hold: Hold });
