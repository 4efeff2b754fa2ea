import { devUsdcAbi } from "@usance/contracts";
import { encodeFunctionData, numberToHex, parseGwei } from "viem";
import { expect, it } from "vitest";
import { resumeMining, rpc, stopMining } from "../../../test/harness/chain.ts";
import { aCheckout, settleAll, signed } from "../../../test/harness/checkout.ts";
import { senderBeside } from "../../../test/harness/direct-signer.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { aPayer, type Payer } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { collectDueInvoices } from "../collect-under-cap.ts";
import { sendCancelling } from "./direct-executor.ts";
import { reconcile } from "./reconcile.ts";
import { findTrackedSettlements } from "./store.ts";

/* Renewals that are due together are collected in one transaction, each by itself. */

const service = useService(payments);
const story = new Story(restDoor, service);

/** A monthly subscription of 25 USDC with a spending cap for what follows. */
async function aSubscriber(): Promise<Payer> {
  const payer = await aPayer(service());
  const { checkoutSessionId } = await aCheckout(story);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, "500"));
  await settleAll(service());
  return payer;
}

/** Makes the renewals of all subscriptions due, and their settlements with them. */
async function renewAll(): Promise<void> {
  service().clock.advance(31 * 86_400);
  await service().parts.due.advanceAll(service().parts, "subscriptions");
  await collectDueInvoices(service().parts);
}

/** The settlements of renewals, as they stand in the database. */
const collected = () =>
  service().parts.db.settlement.findMany({
    where: { collect: "allowance" },
    orderBy: [{ nonce: "asc" }, { batchPosition: "asc" }],
    include: { transactions: true },
  });

it("sends several in one transaction, and skips one whose payer has moved the money away", async () => {
  const payers = [];
  for (let number = 0; number < 6; number += 1) payers.push(await aSubscriber());
  const [, , poor] = payers;
  if (poor === undefined) throw new Error("There are six payers.");
  await aWaitingBatch(0);
  const due = (await collected()).filter(({ status }) => status === "SUBMITTED");
  const before = await Promise.all(payers.map(unitsOf));
  await moveAway(poor);

  await mineAll();

  const settlements = (await collected()).filter(({ id }) => due.some((one) => one.id === id));
  const ofPoor = settlements.find(
    ({ payerAddress }) => payerAddress === poor.address.toLowerCase(),
  );
  expect(ofPoor).toMatchObject({ status: "FAILED", failure: "BalanceTooLow(0, 25000000)" });
  const others = settlements.filter((one) => one !== ofPoor);
  expect(others.map(({ status }) => status)).toEqual(Array(5).fill("CONFIRMED"));
  const transactions = new Set(settlements.map(({ transactionHash }) => transactionHash));
  expect(transactions.size).toBeLessThan(settlements.length);
  expect(
    new Set(others.map(({ logIndex, transactionHash }) => `${transactionHash} ${logIndex}`)).size,
  ).toBe(5);
  expect(await Promise.all(payers.map(unitsOf))).toEqual(
    payers.map((payer, at) => (payer === poor ? 0n : (before[at] ?? 0n) - 25_000_000n)),
  );
});

/** What a wallet has, in token units. */
const unitsOf = async (payer: Payer) => BigInt((await payer.balance()).replace(".", ""));

/** Renewals that share a transaction which waits for its block. */
async function aWaitingBatch(newSubscribers: number) {
  for (let number = 0; number < newSubscribers; number += 1) await aSubscriber();
  // Which of them share one depends on when each is prepared: a month without a batch is followed by another.
  const [first, ...others] = await until(async () => {
    await renewAll();
    await stopMining(service());
    await reconcile(service().parts);
    const byHash = Map.groupBy(await collected(), ({ transactionHash }) => transactionHash);
    const batch = [...byHash.values()].find(
      ([one, other]) => other !== undefined && one?.status === "SUBMITTED",
    );
    if (batch !== undefined) return batch;
    await mineAll();
    throw new Error("None shares its transaction.");
  });
  if (first === undefined) throw new Error("A batch has several.");
  return { first, others, ids: [first, ...others].map(({ id }) => id) };
}

async function mineAll(): Promise<void> {
  await resumeMining(service());
  await settleAll(service());
}

it("does not cancel a batch because one of its settlements failed for good", async () => {
  const { first, others } = await aWaitingBatch(4);
  const { db } = service().parts;
  await db.settlement.update({
    where: { id: first.id },
    data: { status: "FAILED", failure: "Its time passed." },
  });

  service().clock.advance(40);
  await reconcile(service().parts);
  await mineAll();

  const ids = others.map(({ id }) => id);
  const after = await db.settlement.findMany({ where: { id: { in: ids } } });
  expect(after.map(({ status }) => status)).toEqual(ids.map(() => "CONFIRMED"));
});

it("keeps the replacement of a batch for all its settlements, confirmed or not", async () => {
  const { first, others, ids } = await aWaitingBatch(4);
  const { db } = service().parts;
  // As for who is looked at through a node that has the block already.
  await db.settlement.update({
    where: { id: first.id },
    data: { status: "CONFIRMED", nextCheckAt: null },
  });

  const [other] = await findTrackedSettlements(db, [others[0]?.id ?? ""]);
  if (other === undefined) throw new Error("It shares the transaction.");
  const sender = senderBeside(service());
  expect(await sendCancelling({ ...service().parts, sender }, other)).toBe(true);

  const kept = await db.settlementTransaction.groupBy({
    by: ["hash"],
    where: { settlementId: { in: ids } },
    _count: true,
  });
  expect(kept.map(({ _count }) => _count)).toEqual([ids.length, ids.length]);
  await mineAll();
});

/** Empties a wallet before whatever waits for the next block. */
async function moveAway(payer: Payer): Promise<void> {
  const units = await unitsOf(payer);
  const elsewhere = "0x000000000000000000000000000000000000dEaD";
  await rpc(service(), "anvil_impersonateAccount", [payer.address]);
  await rpc(service(), "eth_sendTransaction", [
    {
      from: payer.address,
      to: payments.SETTLEMENT_TOKEN_ADDRESS,
      data: encodeFunctionData({
        abi: devUsdcAbi,
        functionName: "transfer",
        args: [elsewhere, units],
      }),
      gas: numberToHex(100_000n),
      maxPriorityFeePerGas: numberToHex(parseGwei("100")),
      maxFeePerGas: numberToHex(parseGwei("200")),
    },
  ]);
}
