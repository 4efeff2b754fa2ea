import { settlementRegistryAbi } from "@usance/contracts";
import { keccak256, parseEventLogs, stringToBytes } from "viem";
import { afterEach, expect, test } from "vitest";
import { restDoor } from "../harness/doors.ts";
import { aPayer } from "../harness/payer.ts";
import { aSeller, Story } from "../harness/story.ts";
import { aHostileWallet, aSmartWallet } from "../harness/wallets.ts";
import { useCheckoutStage } from "./checkout-stage.ts";

/*
 * Strangers who try to stop a payer, by their own attempts at its checkout or on the chain. Attempts that reach
 * only the service are tested in src/pages/checkout/hostile-payers.test.ts.
 */

const stage = useCheckoutStage();
const { checkout, pay, paysThrough, sending, service, settleAfter, settleAll, signed, status } =
  stage;

afterEach(stage.agrees);

/** A stranger's wallet pays at a checkout, and refuses once that is sent. */
async function aStrangerFails(checkoutSessionId: string): Promise<void> {
  const stranger = await aHostileWallet(service());
  expect((await pay(await signed(checkoutSessionId, stranger))).status).toBe(200);
  await settleAfter(() => stranger.behaveFirst("Burn", 13_000_000n));
  expect((await status(checkoutSessionId)).payment).toMatchObject({ status: "FAILED" });
}

test("after a stranger's wallet fails at a checkout, an EOA can pay at once", async () => {
  const { checkoutSessionId } = await checkout();
  await aStrangerFails(checkoutSessionId);
  await paysThrough(checkoutSessionId, await aPayer(service()));
});

test("after a stranger's wallet fails at a checkout, a wallet that has paid before can pay at once", async () => {
  const wallet = await aSmartWallet(service());
  await paysThrough((await checkout()).checkoutSessionId, wallet);
  const { checkoutSessionId } = await checkout();
  await aStrangerFails(checkoutSessionId);
  await paysThrough(checkoutSessionId, wallet);
});

test("after a stranger's wallet fails at a checkout, a new wallet must wait, and can then pay", async () => {
  const { checkoutSessionId } = await checkout();
  const other = await checkout();
  const wallet = await aSmartWallet(service());
  await aStrangerFails(checkoutSessionId);

  const refused = await pay(await signed(checkoutSessionId, wallet));

  expect([refused.status, refused.body.error]).toEqual([
    409,
    expect.stringMatching(/^Payments have failed on the chain: wait \d+ seconds/),
  ]);
  await paysThrough(other.checkoutSessionId, wallet); // it need not wait at another checkout
  service().clock.advance(Number(refused.headers.get("retry-after")));
  await paysThrough(checkoutSessionId, await aSmartWallet(service()));
});

test("strangers that fail repeatedly at a checkout block no EOA", async () => {
  const { checkoutSessionId } = await checkout();
  for (let turn = 0; turn < 4; turn += 1) {
    await aStrangerFails(checkoutSessionId);
    service().clock.advance(3_600); // a new contract also waits
  }
  await paysThrough(checkoutSessionId, await aPayer(service()));
});

test("another seller who settles with our reference does not block our settlement", async () => {
  const { checkoutSessionId } = await checkout();
  const payer = await aPayer(service(), "25");
  expect((await pay(await signed(checkoutSessionId, payer))).status).toBe(200);
  const { invoiceId } = await service().parts.db.checkoutSession.findUniqueOrThrow({
    where: { id: checkoutSessionId },
  });
  const where = { id: invoiceId };
  const { billHash: referenceHash } = await service().parts.db.invoice.findUniqueOrThrow({ where });
  const squatter = new Story(restDoor, service, await aSeller(service));
  const its = await squatter.anInvoice();

  const sent = await sending(async () => {
    const squatted = squatter.settlementOf(its, { referenceHash });
    expect((await squatter.call("settlements.create", squatted)).status).toBe(201);
    await settleAll();
  });

  expect((await status(checkoutSessionId)).status).toBe("PAID");
  const events = parseEventLogs({
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    logs: sent.flatMap(({ logs }) => logs),
  });
  const hashes = [its.id, invoiceId].map((id: string) => keccak256(stringToBytes(id)));
  expect(events.map(({ args }) => [args.invoiceHash, args.referenceHash])).toEqual(
    hashes.map((hash) => [hash, referenceHash]),
  );
  expect(await payer.balance()).toBe("0.000000");
});
