import { rpc } from "../harness/chain.ts";
import { aPayer, type Payer } from "../harness/payer.ts";
import { until } from "../harness/until.ts";
import type { Stage, StageStory } from "./stage.ts";

/** Creates voided usage, and credit notes and refunds of every status. */
export async function correctAndRefund(stage: Stage, story: StageStory): Promise<void> {
  await voidUsage(story);
  const open = await story.anInvoice({ amount: "10" });
  const line = { description: "Outage", quantity: "1", unitAmount: "2", amount: "2" };
  await story.aCreditNote({ invoiceId: open.id, amount: "2", lines: [line] });
  const { id: invoiceId, serviceId, userId } = await story.aPaidInvoice({ amount: "10" });
  const credit = () => story.aCreditNote({ invoiceId, amount: "1" });
  const wallet = await aPayer(stage, "100");

  await expire(stage, story, (await credit()).id);
  await pay(stage, story, (await credit()).id, wallet);
  await refund(story, (await credit()).id, "WALLET");
  await credit();
  await story.done("balances.create", { serviceId, userId });
  await refund(story, (await credit()).id, "BALANCE");
}

async function voidUsage(story: StageStory): Promise<void> {
  const input = story.usageOf(await story.aSubscription());
  const { usageEvent } = await story.done("usageEvents.create", input);
  const replacement = { eventKey: `${input.eventKey}:1`, quantity: "2" };
  const voided = { usageEventId: usageEvent.id, reason: "Counted twice", replacement };
  await story.done("usageEvents.void", voided);
}

const refund = async (story: StageStory, creditNoteId: string, to: string) =>
  (await story.done("creditNotes.refund", { creditNoteId, to })).creditNote.refund;

const linkTokenOf = ({ url }: { readonly url: string }) => url.split("/").at(-1) ?? "";

const becomes = (story: StageStory, creditNoteId: string, status: string) =>
  until(async () => {
    const { creditNote } = await story.done("creditNotes.get", { creditNoteId });
    return creditNote.refund.status === status;
  });

async function pay(stage: Stage, story: StageStory, creditNoteId: string, wallet: Payer) {
  const linkToken = linkTokenOf(await refund(story, creditNoteId, "WALLET"));
  for (let step = ""; step !== "refund"; ) {
    const input = { linkToken, walletAddress: wallet.address };
    const { preparedRefund } = await story.done("refundLinks.prepare", input);
    await wallet.send(preparedRefund);
    step = preparedRefund.step;
  }
  await rpc(stage, "anvil_mine", ["0x1"]);
  await becomes(story, creditNoteId, "CONFIRMED");
}

/** Lets a refund expire on the chain. */
async function expire(stage: Stage, story: StageStory, creditNoteId: string): Promise<void> {
  await refund(story, creditNoteId, "WALLET");
  await rpc(stage, "evm_increaseTime", [2 * 86_400]);
  await rpc(stage, "anvil_mine", ["0x20"]);
  await becomes(story, creditNoteId, "FAILED");
}
