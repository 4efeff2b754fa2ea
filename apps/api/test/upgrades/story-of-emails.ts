import { until } from "../harness/until.ts";
import { recipients } from "./mail-server.ts";
import { past, type Stage, type StageStory } from "./stage.ts";

/** Creates e-mails of every status. The recipient decides the status. */
export async function sendEmails(stage: Stage, story: StageStory): Promise<void> {
  await become(story, "SENT", await bill(story, "reads@example.com"));
  await become(story, "SKIPPED", await bill(story, "late@example.com", { dueAt: past }));
  await become(story, "FAILED", await bill(story, recipients.refused));
  await become(story, "PENDING", await bill(story, recipients.later));

  const unanswered = await bill(story, recipients.unanswered);
  await until(() => endLease(stage, unanswered));
  await become(story, "UNCERTAIN", unanswered);
}

/** @returns the id of an open invoice of a new subscriber */
async function bill(story: StageStory, email: string, fields: object = {}): Promise<string> {
  const { id: checkoutSessionId } = await story.aCheckoutSession();
  const user = { email };
  const { checkoutSession } = await story.done("checkoutSessions.complete", {
    checkoutSessionId,
    user,
  });
  const [{ id: subscriptionId, serviceId, paymentPlanId, userId }] = checkoutSession.subscriptions;
  const of = { serviceId, paymentPlanId, userId, subscriptionId };
  const input = { ...of, amount: "0.625", status: "OPEN", ...fields };
  return (await story.done("invoices.create", input)).invoice.id;
}

/** Waits until the e-mail about an invoice has a status; a pending one must also have been attempted. */
const become = (story: StageStory, status: string, invoiceId: string) =>
  until(async () => {
    const [email] = (await story.done("emails.list", { invoiceId, status })).emails;
    return email !== undefined && (status !== "PENDING" || email.attempts.length > 0);
  });

/**
 * Ends the lease of an e-mail that the mail server has, which lasts for three minutes.
 *
 * @returns whether the mail server has the e-mail
 */
async function endLease({ database }: Stage, invoiceId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE emails SET leased_until = now() - interval '1 second'
      WHERE invoice_id = $1 AND handed_at IS NOT NULL`,
    [invoiceId],
  );
  return rowCount === 1;
}
