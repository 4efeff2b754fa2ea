import { z } from "zod";
import { createdAt, id, timeOut, updatedAt } from "../kit/answers.ts";
import { exampleTime } from "../kit/evm-fields.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import type { EmailState } from "./states.ts";

/** What an e-mail tells: the event that it reports, or that little is left of a spending cap. */
const emailKinds = [
  "invoice.opened",
  "invoice.paid",
  "invoice.payment_failed",
  "credit_note.created",
  "credit_note.refunded",
  "spending_cap.low",
] as const;

export type EmailKind = (typeof emailKinds)[number];

export const emailNotFound = recordNotFound({
  code: "email_not_found",
  param: "emailId",
  message: "Email was not found.",
});

export const emailsOff: RefusalTerms = {
  kind: "conflict",
  code: "emails_off",
  message: "This service sends no e-mails.",
  meaning: "The service has no mail server: `SMTP_URL` is not set.",
  remedy: "Ask the operator of the service to set `SMTP_URL`.",
};

const emailStatuses = [
  "PENDING",
  "SENT",
  "SKIPPED",
  "FAILED",
  "UNCERTAIN",
] as const satisfies readonly EmailState[];

export const EmailId = request({ emailId: requiredId() });

export const EmailQuery = request({
  invoiceId: filterId().meta({ description: "Only e-mails about this invoice" }),
  status: omittable(oneOf(emailStatuses)).meta({
    description: "Only e-mails with this status",
    example: "FAILED",
  }),
  ...page("emails"),
}).prefault({});

/** One attempt: the mail server's response, or why there was none. It is stored in this form. */
export const EmailAttempt = z
  .object({
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
  })
  .meta({
    id: "EmailAttempt",
    description: "One attempt to send an e-mail: the mail server's reply, or why there was none.",
  });

export type EmailAttempt = z.output<typeof EmailAttempt>;

const Email = z
  .object({
    id: id().meta({ description: "Id of the e-mail. Its `Message-ID` header contains it" }),
    kind: z.custom<string>().pipe(z.enum(emailKinds)).meta({
      description:
        "`invoice.opened`: an invoice is due, with its link. `invoice.paid`: the receipt. `invoice.payment_failed`: a collection under the spending cap failed. `credit_note.created`: part of an invoice is not owed. `credit_note.refunded`: that part was refunded. `spending_cap.low`: little is left of the cap, or it ends soon",
      example: "invoice.opened",
    }),
    ownerId: id().meta({ description: "Id of the seller" }),
    serviceId: id().meta({ description: "Id of the service in whose name it is sent" }),
    invoiceId: id().meta({
      description:
        "Id of the invoice that the e-mail is about; for `spending_cap.low`, of the last invoice that was collected under the cap",
    }),
    creditNoteId: id().nullable().meta({
      description: "Id of the credit note that the e-mail is about; null for other kinds",
      example: null,
    }),
    recipient: z.string().meta({
      description: "The subscriber's e-mail address when the e-mail was written",
      example: "payer@example.com",
    }),
    status: z.enum(emailStatuses).meta({
      description:
        "`PENDING`: an attempt is running or scheduled. `SENT`: the mail server accepted it. `SKIPPED`: it was out of date before it was sent, for example because the invoice had been paid. `FAILED`: there are no further attempts. `UNCERTAIN`: it was given to the mail server, but the reply did not arrive. It is not sent again, because it may have arrived",
      example: "SENT",
    }),
    attempts: z
      .custom<unknown>()
      .transform((stored) => stored as EmailAttempt[])
      .pipe(z.array(EmailAttempt))
      .meta({ description: "The attempts, newest last" }),
    nextAttemptAt: timeOut().nullable().meta({
      description: "Time of the next attempt; null: there is none",
      example: null,
    }),
    reason: z.string().nullable().meta({
      description:
        "Why the e-mail was not sent and there are no further attempts, or why it waits, which is the seller's daily limit; otherwise null",
      example: null,
    }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  })
  .meta({ id: "Email", description: "An e-mail to a subscriber, with the attempts to send it." });

export const OneEmail = z.object({ email: Email });

export const EmailPage = z.object({
  emails: z.array(Email).meta({ description: "Newest first" }),
  nextCursor: nextCursor("emails"),
});
