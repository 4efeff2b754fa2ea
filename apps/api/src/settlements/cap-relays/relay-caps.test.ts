import { expect, it, vi } from "vitest";
import { rpc } from "../../../test/harness/chain.ts";
import { aCheckout, monthly, settleAll, signed } from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { aPayer, type Payer } from "../../../test/harness/payer.ts";
import { aPortal, signedCap } from "../../../test/harness/portal.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { CallReverted } from "../../chain/chain-errors.ts";
import { capTerms } from "../spending-caps/usable-cap.ts";
import { relayCaps } from "./relay-caps.ts";

const service = useService(payments);
const story = new Story(restDoor, service);

/** A subscriber with USDC and no ether, who has paid for a month under a cap. */
async function aSubscriber(limits = "100") {
  const payer = await aPayer(service());
  await rpc(service(), "anvil_setBalance", [payer.address, "0x0"]);
  const { checkoutSessionId, serviceId } = await aCheckout(story, monthly);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, limits));
  await settleAll(service());
  const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
  const { id: subscriptionId, userId, paymentPlanId } = checkoutSession.subscriptions[0];
  const of = { portalToken: await aPortal(story, userId), subscriptionId };
  return { payer, of, bills: { serviceId, subscriptionId, userId, paymentPlanId } };
}

type Of = Awaited<ReturnType<typeof aSubscriber>>["of"];

const capOf = async (of: Of) => (await story.done("portal.spendingCap", of)).spendingCap;

/** What a wallet sends to end its cap on the chain too. */
async function signedRevocation(of: Of, payer: Payer) {
  const { revocation } = await capOf(of);
  return { ...of, start: revocation.start, signature: await payer.sign(revocation.typedData) };
}

async function relays(): Promise<void> {
  service().clock.advance(10);
  await relayCaps(service().parts);
}

const relaysOf = ({ subscriptionId }: Of) =>
  service().parts.db.$queryRaw<{ nonce: number | null; open: boolean }[]>`
    SELECT relay.nonce, relay.next_check_at IS NOT NULL AS open FROM cap_relays relay
      JOIN checkout_sessions session ON session.id = relay.checkout_session_id
     WHERE session.subscription_id = ${subscriptionId} ORDER BY relay.created_at`;

it("a wallet without gas ends its cap on the chain, and nobody takes anything under it", async () => {
  const { payer, of } = await aSubscriber();
  const { revocation } = await capOf(of);
  const input = await signedRevocation(of, payer);
  await Promise.all([1, 2, 3].map(() => story.done("portal.revokeCap", input)));
  expect(await capOf(of)).toMatchObject({
    state: "REVOKED",
    isRelaying: true,
    revokedOnChain: false,
    revocation: null,
  });

  await Promise.all([relays(), relays(), relays()]);
  expect(await capOf(of)).toMatchObject({ state: "REVOKED", revokedOnChain: true });
  await relays();
  expect(await relaysOf(of)).toMatchObject([{ open: false }]);
  expect(revocation.typedData.message).toMatchObject({
    perCharge: "0",
    perPeriod: "0",
    total: "0",
  });
});

it("a lower limit is told to the contract, and a higher one is not", async () => {
  const { payer, of } = await aSubscriber();
  await story.done("portal.signCap", await signedCap(story, of, payer, "120"));
  expect(await relaysOf(of)).toEqual([]);
  const { id } = await capOf(of);
  const before = await service().parts.db.spendingCap.findUniqueOrThrow({ where: { id } });
  await rpc(service(), "evm_mine", []);
  await story.done("portal.signCap", await signedCap(story, of, payer, "40"));

  await relays();
  const { collector } = service().parts;
  expect(await collector?.spendingOf(capTerms(before, of.subscriptionId))).toMatchObject({
    isReplaced: true,
  });
  expect(await capOf(of)).toMatchObject({
    state: "ACTIVE",
    perPeriod: "40.000000",
    spentInPeriod: "25.000000",
    left: "15.000000",
  });
});

it("a relay that a node has dropped is sent again, and the settlements after it land", async () => {
  const { payer, of, bills } = await aSubscriber();
  await rpc(service(), "evm_setAutomine", [false]);
  const { subscriptionId: _, ...own } = bills;
  const { invoice } = await story.done("invoices.create", { ...own, amount: "3", status: "OPEN" });
  let settling: ReturnType<typeof story.call>;
  try {
    await story.done("portal.revokeCap", await signedRevocation(of, payer));
    await relays();
    const sent = await service().parts.db.capRelay.findFirst({ orderBy: { createdAt: "desc" } });
    await rpc(service(), "anvil_dropTransaction", [sent?.transactionHash]);
    settling = story.call("settlements.create", story.settlementOf(invoice));
  } finally {
    await rpc(service(), "evm_setAutomine", [true]);
  }

  await relays();
  await rpc(service(), "evm_mine", []);
  expect(await settling).toMatchObject({ status: 201 });
  expect(await capOf(of)).toMatchObject({ revokedOnChain: true });
});

it("a signature of another wallet, of other terms or that is too old is refused, and nothing is sent", async () => {
  const { payer, of } = await aSubscriber();
  const right = await signedRevocation(of, payer);
  const { revocation } = await capOf(of);
  const stranger = await aPayer(service());
  const notSigned = "signature is not the payer's over the prepared terms. Sign again.";
  const tooOld = "What was signed is too old, or not as it was prepared. Sign again.";
  for (const [wrong, error] of [
    [{ signature: await stranger.sign(revocation.typedData) }, notSigned],
    [{ start: right.start + 1 }, notSigned],
    [{ start: right.start + 3_600 }, tooOld],
    [{ start: 1 }, tooOld],
    [{ start: undefined }, tooOld],
  ] as const) {
    const answer = await story.call("portal.revokeCap", { ...right, ...wrong });
    expect(answer.body.error).toBe(error);
  }
  expect(await relaysOf(of)).toEqual([]);
  expect((await capOf(of)).state).toBe("ACTIVE");
});

it("nothing is sent for a wallet that has not paid, nor more than five times in a day", async () => {
  const payer = await aPayer(service());
  const free = { pricingType: "USAGE_BASED", billingInterval: "MONTH", amount: "0.1" };
  const { checkoutSessionId } = await aCheckout(story, free);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, "100"));
  const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
  const [{ id: subscriptionId, userId }] = checkoutSession.subscriptions;
  const unpaid = { portalToken: await aPortal(story, userId), subscriptionId };
  expect((await capOf(unpaid)).revocation).toBeNull();
  await story.done("portal.signCap", await signedCap(story, unpaid, payer, "50"));
  expect(await relaysOf(unpaid)).toEqual([]);

  const { payer: paying, of } = await aSubscriber();
  for (const limit of ["90", "80", "70", "60", "50", "40"]) {
    await story.done("portal.signCap", await signedCap(story, of, paying, limit));
  }
  expect(await relaysOf(of)).toHaveLength(5);
  await relays();
  expect((await capOf(of)).revocation).toBeNull();
  const input = { ...of, start: 1, signature: `0x${"5e".repeat(65)}` };
  expect(await story.call("portal.revokeCap", input)).toMatchObject({
    status: 409,
    code: "not_relayed",
  });
});

it("a relay that holds a nonce is sent again, whatever the node has answered", async () => {
  const { payer, of } = await aSubscriber();
  await story.done("portal.revokeCap", await signedRevocation(of, payer));
  const { chain } = service().parts;
  const send = vi.spyOn(chain, "send");
  send.mockRejectedValueOnce(new CallReverted("execution reverted"));
  await relays();
  expect(await relaysOf(of)).toMatchObject([{ nonce: expect.any(Number), open: true }]);
  send.mockRestore();
  await relays();
  expect(await capOf(of)).toMatchObject({ revokedOnChain: true });
});

it("a relay that reaches no block gives its nonce to the transactions after it, and another can be signed", async () => {
  const { payer, of } = await aSubscriber();
  await story.done("portal.revokeCap", await signedRevocation(of, payer));
  const { parts } = service();
  const send = vi.spyOn(parts.chain, "send").mockResolvedValue();
  await relays();
  const newest = async () => {
    const [signer] = parts.executor.sender?.signers ?? [];
    return signer === undefined ? 0n : ((await parts.executor.sender?.quote(signer))?.block ?? 0n);
  };
  const before = await newest();
  await rpc(service(), "anvil_mine", ["0xb"]);
  await until(async () => (await newest()) >= before + 11n);
  service().clock.advance(parts.settlementStuckMs / 1_000);
  send.mockRestore();
  await relays();
  await relays();
  expect(await relaysOf(of)).toMatchObject([{ open: false }]);
  expect(await capOf(of)).toMatchObject({ revokedOnChain: false });

  await story.done("portal.revokeCap", await signedRevocation(of, payer));
  await relays();
  expect(await capOf(of)).toMatchObject({ revokedOnChain: true });
});

it("a cap that was signed before the revocation on the chain is refused after it", async () => {
  const { payer, of } = await aSubscriber();
  const early = await signedCap(story, of, payer, "90");
  await story.done("portal.revokeCap", await signedRevocation(of, payer));
  await relays();
  expect(await story.call("portal.signCap", early)).toMatchObject({
    status: 409,
    code: "terms_outdated",
  });
  await story.done("portal.signCap", await signedCap(story, of, payer, "90"));
  expect(await capOf(of)).toMatchObject({ state: "ACTIVE", left: "65.000000" });
});
