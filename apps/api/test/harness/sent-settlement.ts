import { settle } from "../../src/settlements/engine/settle.ts";
import { loadTrackedSettlement, notSentYet, step } from "../../src/settlements/engine/step.ts";
import type { Story } from "./story.ts";

/* Settlements that no caller waits for. They are made without a time limit of a call, which a slow machine may reach too early. */

type Invoice = Parameters<Story["aSettlementLeftPending"]>[0] & { readonly id: string };

/** Sends a settlement as a process does that is killed then: SUBMITTED. @returns its id */
export async function aSentSettlement(
  story: Story,
  invoice: Invoice,
  input = story.settlementOf(invoice),
): Promise<string> {
  const { parts } = story.service;
  await story.aSettlementLeftPending(invoice, input);
  const where = { invoiceId: invoice.id, status: "PENDING" } as const;
  const { id } = await parts.db.settlement.findFirstOrThrow({ where });
  await step(parts, await loadTrackedSettlement(parts, id), { ...notSentYet, thorough: false });
  return id;
}

/** Sends a settlement whose caller then gives up: TIMED_OUT, if no block has included it. @returns its id */
export async function aTimedOutSettlement(
  story: Story,
  invoice: Invoice,
  input = story.settlementOf(invoice),
): Promise<string> {
  const id = await aSentSettlement(story, invoice, input);
  await settle({ ...story.service.parts, settlementTimeoutMs: 0 }, id);
  return id;
}
