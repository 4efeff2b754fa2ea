import { randomUUID } from "node:crypto";
import { registryPause, rpc } from "../harness/chain.ts";
import { until } from "../harness/until.ts";
import type { Stage, StageStory } from "./stage.ts";

/**
 * Creates an automatic top-up that a job stops, since its subscriber has signed no spending cap.
 *
 * @returns a function that waits for the job, which runs once a minute
 */
export async function setAutoTopUps(story: StageStory): Promise<() => Promise<void>> {
  const terms = { below: "5", amount: "4", perDayAtMost: "12" };
  const { id: enough } = await story.aBalance({}, "10");
  await story.done("balances.setAutoTopUp", { balanceId: enough, ...terms });
  const { id: balanceId } = await story.aBalance({}, "1");
  await story.done("balances.setAutoTopUp", { balanceId, ...terms });
  return async () => {
    await until(async () => {
      const { autoTopUp } = await story.done("balances.autoTopUp", { balanceId });
      return autoTopUp.status === "STOPPED";
    });
  };
}

/** Creates balances with entries of every type and holds of every status. */
export async function spendBalances(stage: Stage, story: StageStory): Promise<void> {
  const { id } = await story.aBalance({ overdraft: "2", lowAt: "1" }, "5");
  await hold(story, id);
  const committed = await hold(story, id);
  await story.done("holds.commit", { holdId: committed, amount: "0.2" });
  const released = await hold(story, id);
  await story.done("holds.release", { holdId: released });
  await letExpire(story, id);
  await freeze(stage, story);
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** @returns the id of a new hold; by default it lasts almost as long as allowed */
async function hold(story: StageStory, balanceId: string, lasts = 23 * 3_600_000): Promise<string> {
  const input = { balanceId, key: randomUUID(), amount: "0.5", expiresAt: inMs(lasts) };
  return (await story.done("holds.create", input)).hold.id;
}

async function letExpire(story: StageStory, balanceId: string): Promise<void> {
  await story.aGrant(balanceId, "3", { expiresAt: inMs(2_000) });
  await hold(story, balanceId, 2_000);
  await until(async () => {
    await story.done("balances.get", { balanceId });
    const { balanceEntries } = await story.done("balances.entries", { balanceId });
    const types = balanceEntries.map(({ type }: { type: string }) => type);
    return types.includes("HOLD_EXPIRED") && types.includes("GRANT_EXPIRED");
  });
}

/** Spends a top-up whose payment the chain then undoes permanently. */
async function freeze(stage: Stage, story: StageStory): Promise<void> {
  const subscription = await story.aSubscription();
  const { serviceId, userId } = subscription;
  const { id: balanceId } = (await story.done("balances.create", { serviceId, userId })).balance;
  const { invoice } = await story.done("balances.topUp", { balanceId, amount: "10" });
  await story.done("settlements.create", story.settlementOf(invoice));
  const charged = { balanceId, charge: "4" };
  await story.done("usageEvents.create", story.usageOf(subscription, charged));

  await rpc(stage, "evm_setAutomine", [false]);
  await rpc(stage, "anvil_reorg", [1, []]);
  await until(async () => {
    const { balance } = await story.done("balances.get", { balanceId });
    return balance.status === "FROZEN";
  });
  await until(async () => {
    const { pending } = (await rpc(stage, "txpool_status", [])) as { pending: string };
    return Number(pending) > 0;
  });
  await registryPause(stage, true, { tip: 50 });
  await rpc(stage, "evm_mine", []);
  await rpc(stage, "evm_setAutomine", [true]);
  await registryPause(stage, false);
  await rpc(stage, "anvil_mine", ["0xc"]); // makes it final
  await until(async () => {
    const { settlements } = (await story.done("invoices.get", { invoiceId: invoice.id })).invoice;
    return settlements.every(({ status }: { status: string }) => status === "FAILED");
  });
}
