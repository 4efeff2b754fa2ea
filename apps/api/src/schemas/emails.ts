import { z } from "zod";
import { component } from "../kit/answers.ts";
import { exampleTime } from "../kit/evm-fields.ts";

/** The kinds of e-mails: an event that is reported, or that little is left of a spending cap. */
export const emailKinds = [
  "invoice.opened",
  "invoice.paid",
  "invoice.payment_failed",
  "credit_note.created",
  "credit_note.refunded",
  "dispute.accepted",
  "dispute.declined",
  "spending_cap.low",
  "alert.crossed",
] as const;

export type EmailKind = (typeof emailKinds)[number];

/** One attempt: the mail server's response, or why there was none. It is stored in this form. */
export const EmailAttempt = component(
  "EmailAttempt",
  "One attempt to send an e-mail: the mail server's reply, or why there was none.",
  {
    attemptedAt: z.string().meta({
      description: "When the attempt was made",
      format: "date-time",
      example: exampleTime,
    }),
    latencyMs: z.int().meta({ description: "Duration in milliseconds", example: 230 }),
    code: z.int().nullable().meta({
      description: "The mail server's reply code; only 200 to 299 is success. null: no reply",
      example: 451,
    }),
    response: z.string().nullable().meta({
      description: "First 1,024 characters of the mail server's reply; null: no reply",
      example: "451 4.3.0 Try again later",
    }),
    error: z.string().nullable().meta({
      description: "Why there was no reply; null: there was one",
      example: null,
    }),
  },
);

export type EmailAttempt = z.output<typeof EmailAttempt>;
