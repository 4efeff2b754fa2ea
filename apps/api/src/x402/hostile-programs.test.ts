import { afterEach, describe, expect, it } from "vitest";
import { admin, rpc, stopMining } from "../../test/harness/chain.ts";
import { settleAll } from "../../test/harness/checkout.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { expectLedgerHolds } from "../../test/harness/ledger-holds.ts";
import { aPayer, balanceOf, type Payer } from "../../test/harness/payer.ts";
import { type Call, sendFirst } from "../../test/harness/send-first.ts";
import { payments, useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { until } from "../../test/harness/until.ts";
import { authorizationSpent, cancellationOf } from "../../test/harness/usdc.ts";
import { aHostileWallet, aSmartWallet } from "../../test/harness/wallets.ts";
import {
  type Asked,
  aPayee,
  authorizationOf,
  authorizationToSign,
  facilitator,
  signedFor,
  transferOf,
} from "../../test/harness/x402.ts";
import { reconcile } from "../settlements/engine/reconcile.ts";

/* Hostile payers, and strangers who see what a payer has signed. A block is final once eight are mined, itself included. */

const service = useService({
  ...payments,
  SETTLEMENT_FINALITY: "8",
  X402_SETTLE_WAIT_MS: "100",
});
expectLedgerHolds(service);
const story = new Story(restDoor, service);
afterEach(() => rpc(service(), "evm_setAutomine", [true]));

const verify = ({ payload, requirements }: Asked) =>
  facilitator(service()).verify(payload, requirements);
const settle = ({ payload, requirements }: Asked) =>
  facilitator(service()).settle(payload, requirements);

/** How far the chain is ahead of the system's time, in seconds. */
let ahead = 0;

/** Lets the chain's time pass until what was signed has expired. */
async function expire(): Promise<void> {
  ahead += 400;
  await rpc(service(), "evm_increaseTime", [400]);
}

const sign = (payer: Payer, { payTo }: { readonly payTo: string }) =>
  signedFor(payer, { payTo, maxTimeoutSeconds: ahead + 300 });

async function aPayment(payer?: Payer) {
  const payee = await aPayee(story);
  const from = payer ?? (await aPayer(service()));
  const asked = await sign(from, payee);
  const { nonce } = authorizationOf(asked).authorization;
  const stored = async () => (await story.done("x402Payments.list", { nonce })).x402Payments[0];
  return { ...payee, payer: from, asked, nonce, stored };
}

const first = (call: Call) => sendFirst(service().anvil.url, admin, call);

const pending = { success: false, errorReason: "settlement_pending" };

/** Settles a payment. On a slow machine the first call does not wait for long enough. */
async function paid(asked: Asked): Promise<void> {
  const refusals: unknown[] = [];
  await until(async () => {
    const { success, errorReason } = await settle(asked);
    if (!success && errorReason !== pending.errorReason) refusals.push(errorReason);
    return success;
  });
  expect(refusals).toEqual([]);
}

/** Settles a payment until its transaction waits for a block. @returns its hash */
const sent = (asked: Asked) =>
  until(async () => {
    const answer = await settle(asked);
    expect(answer).toMatchObject(pending);
    return answer.transaction !== "" && answer.transaction;
  });

async function mine(blocks: number): Promise<void> {
  await rpc(service(), "anvil_mine", [`0x${blocks.toString(16)}`]);
  await rpc(service(), "evm_setAutomine", [true]);
  await settleAll(service());
}

/** Settles a payment, which waits for a block in which something else comes first. */
async function overtaken(asked: Asked, other: () => Promise<unknown>) {
  await stopMining(service());
  await sent(asked);
  await other();
  await mine(1);
}

const used = "invalid_exact_evm_nonce_already_used";

describe("a transfer that somebody else has carried out", () => {
  it("before it was sent here is recorded, once it is final", async () => {
    const { asked, payTo, serviceId } = await aPayment();
    await (await aPayer(service())).send(transferOf(asked));

    expect(await verify(asked)).toMatchObject({ isValid: true });
    expect(await settle(asked)).toMatchObject(pending);
    await mine(8);

    await paid(asked);
    expect(await balanceOf(service(), payTo)).toBe("0.002500");
    const { settlements } = await story.done("settlements.list", { serviceId });
    expect(settlements).toMatchObject([{ status: "CONFIRMED", collect: null }]);
    const proof = await story.done("settlements.proof", { settlementId: settlements[0].id });
    // The one who had it recorded is the service itself, as of payments that were made elsewhere.
    expect(JSON.stringify(proof).toLowerCase()).toContain(service().signer.toLowerCase());
  });

  it("is not paid for with another signature, which the token no longer looks at", () =>
    forRows(
      [
        ["in a block", async (asked: Asked) => (await aPayer(service())).send(transferOf(asked))],
        [
          "in the next block",
          (asked: Asked) => stopMining(service()).then(() => first(transferOf(asked))),
        ],
      ],
      async (_, carryOut) => {
        const { asked } = await aPayment();
        await carryOut(asked);
        const forged = structuredClone(asked);
        authorizationOf(forged).signature = `0x${"11".repeat(65)}`;
        const reason = "invalid_exact_evm_signature";
        expect(await verify(forged)).toMatchObject({ isValid: false, invalidReason: reason });
        expect(await settle(forged)).toMatchObject({ success: false, errorReason: reason });

        await settle(asked);
        await mine(8);
        await paid(asked);
      },
    ));

  it("in a block that is not there yet is waited for", async () => {
    const { asked, payTo } = await aPayment();
    await stopMining(service());
    await first(transferOf(asked));

    expect(await verify(asked)).toMatchObject({ isValid: true });
    expect(await settle(asked)).toMatchObject(pending);
    await mine(8);

    await paid(asked);
    expect(await balanceOf(service(), payTo)).toBe("0.002500");
  });

  it("is never said to have failed, by whichever call finds that its block is final", async () => {
    const { asked } = await aPayment();
    await overtaken(asked, () => first(transferOf(asked)));
    await rpc(service(), "anvil_mine", ["0x8"]);
    await paid(asked);
  });

  it("before its authorization expired is recorded, whenever the payment is sent here", async () => {
    const { asked } = await aPayment();
    await (await aPayer(service())).send(transferOf(asked));
    await expire();
    await rpc(service(), "anvil_mine", ["0x9"]);

    expect(await verify(asked)).toMatchObject({ isValid: true });
    await paid(asked);
  });

  it("while its own transaction waited until the authorization expired is not said to have failed", async () => {
    const { asked, stored } = await aPayment();
    await stopMining(service());
    await rpc(service(), "anvil_dropTransaction", [await sent(asked)]);
    await first(transferOf(asked));
    await rpc(service(), "anvil_mine", ["0x1"]);
    await expire();
    await until(async () => {
      service().clock.advance(10);
      await reconcile(service().parts);
      await rpc(service(), "anvil_mine", ["0x1"]);
      return (await stored()).status === "FAILED";
    });
    expect(await settle(asked)).toMatchObject(pending);
    await mine(9);
    await paid(asked);
  });

  it("ahead of its own transaction is recorded, once it is final", async () => {
    const { asked, payTo, serviceId, stored, payer } = await aPayment();
    await overtaken(asked, () => first(transferOf(asked)));

    expect(await verify(asked)).toMatchObject({ isValid: true });
    expect(await settle(asked)).toMatchObject(pending);
    expect(await stored()).toMatchObject({ status: "FAILED" });
    await mine(8);

    expect(await stored()).toMatchObject({ status: "CONFIRMED" });
    // It was not the payer who made it revert, so the payer need not wait.
    expect(await verify(await sign(payer, { payTo }))).toMatchObject({ isValid: true });
    await paid(asked);
    expect(await balanceOf(service(), payTo)).toBe("0.002500");
    const { usageEvents } = await story.done("usageEvents.list", { serviceId });
    expect(usageEvents).toHaveLength(1);
  });
});

describe("an authorization that the payer uses otherwise", () => {
  it("is refused without gas", () =>
    forRows([[cancellationOf], [authorizationSpent]], async (otherwise) => {
      const { asked, payer } = await aPayment();
      await payer.send(await otherwise(payer, authorizationToSign(asked)));
      const blocks = await rpc(service(), "eth_blockNumber", []);
      expect(await verify(asked)).toMatchObject({ isValid: false, invalidReason: used });
      expect(await settle(asked)).toMatchObject({ success: false, errorReason: used });
      expect(await rpc(service(), "eth_blockNumber", [])).toBe(blocks);
    }));

  it("ahead of the payment's transaction pays for nothing", () =>
    forRows([[cancellationOf], [authorizationSpent]], async (otherwise) => {
      const { asked, payer, payTo, stored } = await aPayment();
      const call = await otherwise(payer, authorizationToSign(asked));
      await overtaken(asked, () => first(call));
      expect(await settle(asked)).toMatchObject(pending);
      await mine(8);
      expect(await stored()).toMatchObject({ status: "FAILED", usageEventId: null });
      expect(await settle(asked)).toMatchObject({ success: false, errorReason: used });
      expect(await balanceOf(service(), payTo)).toBe("0.000000");
    }));
});

it("a payer that moves its money away has to wait before its next payment", async () => {
  const { asked, payer, payTo } = await aPayment();
  await overtaken(asked, async () => payer.spend(await payer.balance()));
  expect(await settle(asked)).toMatchObject({
    success: false,
    errorReason: "invalid_exact_evm_insufficient_balance",
  });
  await payer.receive("1");
  const again = await sign(payer, { payTo });
  expect(await settle(again)).toMatchObject({ errorReason: "usance_wait_after_failed_payments" });
  service().clock.advance(31);
  await paid(again);
});

/** A payment that has failed for good, because its payer had moved the money away, and could be taken now. */
async function aFailedPayment() {
  const payment = await aPayment();
  const { asked, payer } = payment;
  await overtaken(asked, async () => payer.spend(await payer.balance()));
  await mine(9);
  await payer.receive("1");
  service().clock.advance(31);
  return payment;
}

describe("a payment that has failed and is sent again", () => {
  it("is for the same service, whatever the payout addresses are now", async () => {
    const { asked, payTo, serviceId } = await aFailedPayment();
    const other = await aPayee(story);
    const elsewhere = `0x${"ce".repeat(20)}`;
    await story.done("services.update", { serviceId, payoutAddress: elsewhere });
    await story.done("services.update", { serviceId: other.serviceId, payoutAddress: payTo });
    expect(await settle(asked)).toMatchObject({ errorReason: "usance_unknown_payee" });
    await story.done("services.update", { serviceId, payoutAddress: payTo });
    await paid(asked);
  });

  it("frees its identifier for the wallet's next payment", async () => {
    const extensions = {
      "payment-identifier": { info: { required: false, id: "order-0123456789" } },
    };
    const named = (one: Asked) => ({ ...one, payload: { ...one.payload, extensions } });
    const { asked, payer, payTo } = await aPayment();
    await overtaken(named(asked), async () => payer.spend(await payer.balance()));
    await mine(9);
    await payer.receive("1");
    service().clock.advance(31);
    await paid(named(await sign(payer, { payTo })));
    // Other wallets choose their identifiers themselves.
    const other = await sign(await aPayer(service()), { payTo });
    await paid(named(other));
    const third = named(await sign(payer, { payTo }));
    const reused = "usance_payment_identifier_reused";
    expect(await verify(third)).toMatchObject({ isValid: false, invalidReason: reused });
    expect(await settle(third)).toMatchObject({ success: false, errorReason: reused });
  });

  it("moves no money under another invoice than its own, when calls that have proven it race", async () => {
    const { asked, payer } = await aPayment();
    const { chain } = service().parts;
    const simulate = chain.simulate.bind(chain);
    const proven = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    chain.simulate = async (...call) => {
      const simulated = await simulate(...call);
      proven.resolve();
      await going.promise;
      return simulated;
    };
    const late = settle(asked);
    await proven.promise;
    chain.simulate = simulate;
    await overtaken(asked, async () => payer.spend(await payer.balance()));
    await mine(9);
    await payer.receive("1");
    service().clock.advance(31);
    going.resolve();
    expect(await late).toMatchObject(pending);
    await paid(asked);
  });
});

describe("a wallet that is a contract", () => {
  it("is refused if its signature costs too much gas, and nothing is sent", () =>
    forRows([["Burn"], ["BurnWhenSent"], ["RefuseWhenSent"]] as const, async (behavior) => {
      const wallet = await aHostileWallet(service());
      const { asked } = await aPayment(wallet);
      await wallet.behave(behavior, 13_000_000n);
      const blocks = await rpc(service(), "eth_blockNumber", []);
      const { success, errorReason } = await settle(asked);
      expect([success, errorReason]).toEqual([false, expect.stringMatching(/^invalid_exact_evm_/)]);
      expect(await rpc(service(), "eth_blockNumber", [])).toBe(blocks);
    }));

  it("has gas set aside for more payments at once than pages allow, although it has paid before", async () => {
    const { asked, payer, payTo } = await aPayment(await aSmartWallet(service()));
    await paid(asked);
    await stopMining(service());
    for (const _ of [1, 2, 3, 4, 5]) {
      expect(await settle(await sign(payer, { payTo }))).toMatchObject(pending);
    }
    const attempts = await service().parts.db.settlement.findMany({
      where: { payerKey: payer.address.toLowerCase(), status: { not: "CONFIRMED" } },
    });
    const setAside = attempts.filter(({ gasAtRisk }) => gasAtRisk !== null);
    expect([attempts.length, setAside.length]).toEqual([5, 2]);
    await mine(1);
  });

  it("pays, deployed or not", () =>
    forRows([[true], [false]], async (deployed) => {
      const { asked, payTo } = await aPayment(await aSmartWallet(service(), { deployed }));
      await paid(asked);
      expect(await balanceOf(service(), payTo)).toBe("0.002500");
    }));
});

it("a payment goes on without its caller, also in another process after a kill", async () => {
  const { asked, stored } = await aPayment();
  await stopMining(service());
  expect(await settle(asked)).toMatchObject(pending);
  await mine(1);
  expect(await stored()).toMatchObject({ status: "CONFIRMED", deliveredAt: null });
  await paid(asked);
});

/** Takes the newest block back without its transactions, and has the service see that. */
async function reorganize(): Promise<void> {
  await stopMining(service());
  await rpc(service(), "anvil_reorg", [1, []]);
  const { clock, parts } = service();
  await until(async () => {
    clock.advance(10);
    await reconcile(parts);
    return (await parts.db.settlement.count({ where: { status: "SUBMITTED" } })) === 1;
  });
}

describe("a reorganization after the answer", () => {
  it("takes the payment back until it is in a block again", async () => {
    const { asked, serviceId, stored } = await aPayment();
    await paid(asked);
    await until(async () => (await stored()).deliveredAt !== null);

    await reorganize();
    const balance = async () => (await story.done("balances.list", { serviceId })).balances[0];
    expect(await balance()).toMatchObject({ available: "-0.002500", status: "FROZEN" });
    expect(await stored()).toMatchObject({ status: "SUBMITTED" });
    expect(await settle(asked)).toMatchObject(pending);

    await mine(1);
    expect(await stored()).toMatchObject({ status: "CONFIRMED" });
    expect(await balance()).toMatchObject({ available: "0.000000", status: "ACTIVE" });
    expect(await settle(asked)).toMatchObject({ success: false, errorReason: used });
    const { usageEvents } = await story.done("usageEvents.list", { serviceId });
    expect(usageEvents).toHaveLength(1);
  });

  it("that ends the payment leaves a debt, which the next payment pays, and its own usage is owed", async () => {
    const { asked, payer, payTo, serviceId, stored } = await aPayment();
    await paid(asked);
    await until(async () => (await stored()).deliveredAt !== null);
    await reorganize();
    await expire();
    await mine(10);
    expect(await stored()).toMatchObject({ status: "FAILED" });
    service().clock.advance(31);

    const again = await sign(payer, { payTo });
    await paid(again);

    const { balances } = await story.done("balances.list", { serviceId });
    expect(balances).toMatchObject([{ available: "0.000000", status: "ACTIVE" }]);
    const { usageEvents } = await story.done("usageEvents.list", { serviceId });
    expect(usageEvents).toHaveLength(2);
  });
});
