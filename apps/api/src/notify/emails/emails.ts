import { z } from "zod";
import type { Email as EmailRow } from "../../db/generated/client.ts";
import { component, createdAt, id, timeOut, updatedAt } from "../../kit/answers.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../../kit/fields.ts";
import { page, pageOf } from "../../kit/lists.ts";
import { Refusal, type RefusalTerms, recordNotFound } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { writeEmails } from "../../outbox/record-events.ts";
import { EmailAttempt, type EmailKind, emailKinds } from "../../schemas/emails.ts";
import type { EmailState } from "../../schemas/states.ts";
import { findEmail, findEmails } from "./store.ts";

const emailNotFound = recordNotFound("email_not_found", "emailId");

const emailStatuses = [
  "PENDING",
  "SENT",
  "SKIPPED",
  "FAILED",
  "UNCERTAIN",
] as const satisfies readonly EmailState[];

const EmailId = request({ emailId: requiredId() });

const Email = component("Email", "An e-mail to a subscriber, with the attempts to send it.", {
  id: id().meta({ description: "Id of the e-mail. Its `Message-ID` header contains it" }),
  kind: z.custom<string>().pipe(z.enum(emailKinds)).meta({
    description:
      "`invoice.opened`: an invoice is due, with its link. `invoice.paid`: the receipt. `invoice.payment_failed`: a collection under the spending cap failed. `credit_note.created`: part of an invoice is not owed. `credit_note.refunded`: that part was refunded. `dispute.accepted`, `dispute.declined`: the answer to a dispute. `spending_cap.low`: little is left of the cap, or it ends soon. `alert.crossed`: a level of an alert was crossed that tells the subscriber too",
    example: "invoice.opened",
  }),
  ownerId: id().meta({ description: "Id of the seller" }),
  serviceId: id().meta({ description: "Id of the service in whose name it is sent" }),
  userId: id().meta({ description: "Id of the subscriber" }),
  invoiceId: id().nullable().meta({
    description:
      "Id of the invoice that the e-mail is about; for `spending_cap.low`, of the last invoice that was collected under the cap; null for `alert.crossed`",
  }),
  eventId: id().nullable().meta({
    description: "Id of the event that the e-mail is about; null unless it is `alert.crossed`",
    example: null,
  }),
  creditNoteId: id().nullable().meta({
    description: "Id of the credit note that the e-mail is about; null for other kinds",
    example: null,
  }),
  disputeId: id().nullable().meta({
    description: "Id of the dispute that the e-mail is about; null for other kinds",
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
});

const OneEmail = z.object({ email: Email });

export const getEmail = read("GET /emails/{emailId}", {
  name: "emails.get",
  summary: "Get an e-mail",
  description: "Returns the e-mail with the result of each attempt and the time of the next one.",
  refusals: { emailNotFound },
  input: EmailId,
  output: OneEmail,
  run: async (work, { emailId }) => ({ email: await requireEmail(work, emailId) }),
});

/** @throws Refusal 404 when the tenant has no such e-mail */
async function requireEmail({ db, tenant }: Parts, id: string): Promise<EmailRow> {
  const email = await findEmail(db, id, tenant);
  if (email === null) throw new Refusal(emailNotFound);
  return email;
}

const EmailQuery = request({
  invoiceId: filterId().meta({ description: "Only e-mails about this invoice" }),
  userId: filterId().meta({ description: "Only e-mails to this subscriber" }),
  status: omittable(oneOf(emailStatuses)).meta({
    description: "Only e-mails with this status",
    example: "FAILED",
  }),
  ...page("emails"),
}).prefault({});

export const listEmails = read("GET /emails", {
  name: "emails.list",
  summary: "List e-mails to subscribers, newest first",
  description:
    "Shows which e-mails were sent to subscribers in the last 30 days and why one was not: the attempts, the mail server's replies, and the time of the next attempt or why there is none.",
  input: EmailQuery,
  output: pageOf("emails", Email, "emails"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findEmails(db, tenant, query);
    return { emails: rows, nextCursor: next };
  },
});

const emailsOff: RefusalTerms = {
  kind: "conflict",
  code: "emails_off",
  message: "This service sends no e-mails.",
  meaning: "The service has no mail server: `SMTP_URL` is not set.",
  remedy: "Ask the operator of the service to set `SMTP_URL`.",
};

export const resendEmail = write("POST /emails/{emailId}/resend", {
  name: "emails.resend",
  summary: "Send an e-mail again",
  description:
    "Creates another e-mail of the same kind about the same invoice, to the subscriber's current address, whatever the status of the first one. The limit per recipient counts it too.",
  status: 201,
  refusals: { emailNotFound, emailsOff },
  input: EmailId,
  output: OneEmail,
  run: async (work, { emailId }) => {
    const { kind, invoiceId, eventId, creditNoteId, disputeId } = await requireEmail(work, emailId);
    const { tx, now } = work;
    if (work.emails === null) throw new Refusal(emailsOff);
    const [id = ""] = await writeEmails({ tx, now }, kind as EmailKind, [
      { invoiceId, eventId, creditNoteId, disputeId, once: null },
    ]);
    return { email: await requireEmail(work, id) };
  },
});
