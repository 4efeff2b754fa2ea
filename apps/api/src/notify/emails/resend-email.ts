import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import { writeEmails } from "../../outbox/write-emails.ts";
import {
  EmailId,
  type EmailKind,
  emailNotFound,
  emailsOff,
  OneEmail,
} from "../../schemas/emails.ts";
import { requireEmail } from "./get-email.ts";

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
