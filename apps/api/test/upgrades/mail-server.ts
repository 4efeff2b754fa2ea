import { type MailServer, refusal, startMailServer } from "../harness/mail-server.ts";

/** Recipients whose e-mails the mail server does not accept. */
export const recipients = {
  refused: "nobody@example.com",
  later: "later@example.com",
  unanswered: "silence@example.com",
} as const;

/** A mail server that refuses one recipient permanently, another temporarily, and never responds for a third. */
export async function startFickleMailServer(): Promise<MailServer> {
  const server = await startMailServer();
  server.behavior = {
    onRecipient: (address) => {
      if (address === recipients.refused) throw refusal(550, "No such user");
      if (address === recipients.later) throw refusal(451, "Try again");
    },
    onContent: ({ to }) =>
      to.includes(recipients.unanswered) ? new Promise<void>(() => undefined) : undefined,
  };
  return server;
}
