import type { z } from "zod";
import type { InTransaction } from "../../db/client.ts";
import { filterId, omittable, oneOf, request, requiredName } from "../../kit/fields.ts";
import { page, pageOf } from "../../kit/lists.ts";
import { orRefuse, Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import type { Notices, Owned } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import { recordEvent, writeEmails } from "../../outbox/record-events.ts";
import {
  Dispute,
  DisputeId,
  disputeNotFound,
  disputeStatuses,
  OneDispute,
} from "../../schemas/disputes.ts";
import type { EventType } from "../../schemas/events.ts";
import type { DisputeState, DisputeTrigger } from "../../schemas/states.ts";
import { closeDispute, type DisputeRow, findDispute, findDisputes } from "./store.ts";

/** Loads a dispute. @throws Refusal 404 when the tenant has no such dispute */
export async function loadDispute({ db, tenant }: Owned, id: string): Promise<DisputeRow> {
  return orRefuse(await findDispute(db, id, tenant), disputeNotFound);
}

export const getDispute = read("GET /disputes/{disputeId}", {
  name: "disputes.get",
  summary: "Get a dispute",
  description: "Returns the dispute with its usage events and, once it is closed, the answer.",
  refusals: { disputeNotFound },
  input: DisputeId,
  output: OneDispute,
  run: async (work, { disputeId }) => ({ dispute: await loadDispute(work, disputeId) }),
});

const DisputeQuery = request({
  invoiceId: filterId(),
  status: omittable(oneOf(disputeStatuses)).meta({
    description: "Only disputes with this status",
    example: "OPEN",
  }),
  ...page("disputes"),
}).prefault({});

export const listDisputes = read("GET /disputes", {
  name: "disputes.list",
  summary: "List disputes, newest first",
  description: "Each dispute is as `GET /disputes/{disputeId}` returns it.",
  input: DisputeQuery,
  output: pageOf("disputes", Dispute, "disputes"),
  run: async (work, query) => {
    const { rows, next } = await findDisputes(work.db, work.tenant, query);
    return { disputes: rows, nextCursor: next };
  },
});

/** Records an event of a dispute and writes the e-mail about it, in the transaction that changed it. */
export async function announceDispute(
  { tx, now, emails }: InTransaction & Pick<Notices, "emails">,
  type: EventType & `dispute.${string}`,
  dispute: DisputeRow,
): Promise<void> {
  const shown: z.output<typeof OneDispute> = OneDispute.parse({ dispute });
  await recordEvent({ tx, now }, type, shown);
  if (emails === null || type === "dispute.created") return;
  const { id, invoiceId } = dispute;
  await writeEmails({ tx, now }, type, [{ invoiceId, disputeId: id, once: id }]);
}

export const disputeClosed = (status: DisputeState): RefusalTerms => ({
  kind: "conflict",
  code: "dispute_closed",
  message: `Dispute is ${status}.`,
  pattern: "Dispute is <status>.",
  meaning: "The dispute was accepted or declined before. That cannot be undone.",
  remedy: "To credit more, create a credit note for the invoice.",
});

const announced = { accept: "dispute.accepted", decline: "dispute.declined" } as const;

/** Closes a dispute, unless another call was faster. @throws Refusal 409 */
export async function answerDispute(
  { tx, tenant, time, emails }: Pick<Writing, "tx" | "tenant" | "time" | "emails">,
  id: string,
  trigger: DisputeTrigger,
  answered: Parameters<typeof closeDispute>[3],
): Promise<DisputeRow> {
  const at = { tx, now: await time() };
  const isClosed = await closeDispute(at, id, trigger, answered);
  const dispute = await loadDispute({ db: tx, tenant }, id);
  if (!isClosed) throw new Refusal(disputeClosed(dispute.status));
  await announceDispute({ ...at, emails }, announced[trigger], dispute);
  return dispute;
}

export const declineDispute = write("POST /disputes/{disputeId}/decline", {
  name: "disputes.decline",
  summary: "Decline a dispute",
  description:
    "`OPEN` → `DECLINED`: the bill stays as it is. The payer sees the answer on the invoice's page and gets it by e-mail, and can dispute the invoice again. The event `dispute.declined` reports it.",
  refusals: { disputeNotFound, disputeClosed: disputeClosed("ACCEPTED") },
  input: DisputeId.extend({
    answer: requiredName(500).meta({
      description: "Why the bill is right, in one line. The payer sees it",
      example: "The gateway's log shows 250 requests in this hour",
    }),
  }),
  output: OneDispute,
  run: async (work, { disputeId, answer }) => {
    await loadDispute(work, disputeId);
    return { dispute: await answerDispute(work, disputeId, "decline", { answer }) };
  },
});
