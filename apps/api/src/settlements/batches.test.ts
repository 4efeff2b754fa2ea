import { devUsdcAbi } from "@usance/contracts";
import { encodeFunctionData, numberToHex, parseGwei } from "viem";
import { expect, it } from "vitest";
import { rpc } from "../../test/harness/chain.ts";
import { aCheckout, settleAll, signed } from "../../test/harness/checkout.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { aPayer, type Payer } from "../../test/harness/payer.ts";
import { payments, useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { renewDueSubscriptions } from "../subscriptions/renew-subscription.ts";
import { collectDueInvoices } from "./collect-due-invoices.ts";
import { reconcile } from "./reconcile.ts";

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
  await renewDueSubscriptions(service().parts);
  await collectDueInvoices(service().parts);
}

/** The settlements of renewals, as they stand in the database. */
const collected = () =>
  service().parts.db.settlement.findMany({
    where: { collect: "allowance" },
    orderBy: [{ nonce: "asc" }, { batchPosition: "asc" }],
    include: { transactions: true },
  });

it("carries several in one transaction, and skips the one whose payer has moved the money away", async () => {
  const payers = [];
  for (let number = 0; number < 6; number += 1) payers.push(await aSubscriber());
  const [, , poor] = payers;
  if (poor === undefined) throw new Error("There are six payers.");
  await renewAll();
  await rpc(service(), "evm_setAutomine", [false]);
  const sending = reconcile(service().parts);
  await expect
    .poll(async () => (await collected()).every(({ nonce }) => nonce !== null))
    .toBe(true);
  await sending;
  await moveAway(poor);

  await rpc(service(), "anvil_mine", []);
  await rpc(service(), "evm_setAutomine", [true]);
  await settleAll(service());

  const settlements = await collected();
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
  expect(await Promise.all(payers.map((payer) => payer.balance()))).toEqual(
    payers.map((payer) => (payer === poor ? "0.000000" : "950.000000")),
  );
});

/** Empties a wallet before whatever waits for the next block. */
async function moveAway(payer: Payer): Promise<void> {
  const units = BigInt((await payer.balance()).replace(".", ""));
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
