import { read } from "../../operation/define.ts";
import { EmailPage, EmailQuery } from "../../schemas/emails.ts";
import { findEmails } from "./store.ts";

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
