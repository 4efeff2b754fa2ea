import type { Email } from "../../db/generated/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { writeEmails } from "../../outbox/record-events.ts";
import {
  EmailId,
  type EmailKind,
  EmailPage,
  EmailQuery,
  emailNotFound,
  emailsOff,
  OneEmail,
} from "../../schemas/emails.ts";
import { findEmail, findEmails } from "./store.ts";

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
async function requireEmail(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<Email> {
  const email = await findEmail(db, id, tenant);
  if (email === null) throw new Refusal(emailNotFound);
  return email;
}

export const listEmails = read("GET /emails", {
  name: "emails.list",
  summary: "List e-mails to subscribers, newest first",
  description:
    "Shows which e-mails were sent to subscribers in the last 30 days and why one was not: the attempts, the mail server's replies, and the time of the next attempt or why there is none.",
  input: EmailQuery,
  output: EmailPage,
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findEmails(db, tenant, query);
    return { emails: rows, nextCursor: next };
  },
});

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
    const { kind, invoiceId, creditNoteId } = await requireEmail(work, emailId);
    const { tx, now } = work;
    if (work.emails === null) throw new Refusal(emailsOff);
    const [id = ""] = await writeEmails({ tx, now }, kind as EmailKind, [
      { invoiceId, creditNoteId, once: null },
    ]);
    return { email: await requireEmail(work, id) };
  },
});
