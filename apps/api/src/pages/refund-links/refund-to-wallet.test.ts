import { settlementRefunderAbi } from "@usance/contracts";
import { createPublicClient, http, toFunctionSelector } from "viem";
import { afterAll, describe, expect, it } from "vitest";
import { rpc } from "../../../test/harness/chain.ts";
import { ClockedStory } from "../../../test/harness/clocked-story.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { aPayer, balanceOf, type Payer } from "../../../test/harness/payer.ts";
import { asksOldState, blocksAsked, startRpcProxy } from "../../../test/harness/rpc-proxy.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { usance } from "../../../test/harness/usance.ts";
import type { RefundTerms } from "../../chain/refund-outcome.ts";
import { Refunder } from "../../chain/refunder.ts";
import { rpcClient } from "../../chain/rpc-client.ts";
import { toAmount } from "../../kit/money.ts";
import {
  findRefundTerms,
  settledTerms,
  type WalletRefund,
} from "../../settlements/credit-notes/check-refund.ts";
import { watchRefunds } from "../../settlements/credit-notes/watch-refunds.ts";

/* Refunds that a seller's wallet pays on a real chain. */

const service = useService({
  ...payments,
  SETTLEMENT_FINALITY: "6",
  SETTLEMENT_CONFIRMATIONS: "2",
});
expectLedgerHolds(service);

const mine = (blocks: number) => rpc(service(), "anvil_mine", [`0x${blocks.toString(16)}`]);
/** What the loop in every process does, as if enough time had passed. */
const watch = async () => {
  service().clock.advance(600);
  await watchRefunds(service().parts);
};

const environment = () => ({
  DATABASE_URL: service().databaseUrl,
  SETTLEMENT_RPC_URL: service().anvil.url,
  SETTLEMENT_CONTRACT_ADDRESS: service().contract,
});
const verifyLedger = () =>
  usance(["verify-ledger", "--from-block", "0"], environment(), service().clock);

afterAll(async () => {
  const { lines } = await verifyLedger();
  expect(lines.filter((line) => line.startsWith("FAIL"))).toEqual([]);
});

describe("refunds to wallets", () => {
  const story = new Story(restDoor, service);

  const read = async (creditNoteId: string) =>
    (await story.done("creditNotes.get", { creditNoteId })).creditNote;
  const eventsOf = async ({ serviceId }: { serviceId: string }) => {
    const { events } = await story.done("events.list", { serviceId, limit: 100 });
    return events
      .map(({ type }: { type: string }) => type)
      .filter((type: string) => type.startsWith("credit_note."))
      .reverse();
  };

  /**
   * Waits until the service knows the time of the latest block. It reads the block at most four times a second, so a settlement
   * that follows a jump of the chain's time at once would be valid until a time that has passed.
   */
  const untilTimeIsKnown = async () => {
    const { timestamp } = await createPublicClient({
      transport: http(service().anvil.url),
    }).getBlock();
    await until(async () => (await service().parts.chain.deadline()) > timestamp);
  };

  /** A credit note of a paid invoice. */
  const aCreditNote = async (by: Story = story) => {
    await mine(2);
    await untilTimeIsKnown();
    const invoice = await by.anInvoice({ amount: "10" });
    const answer = by.done("settlements.create", by.settlementOf(invoice));
    const mining = setInterval(() => mine(1), 100);
    await answer.finally(() => clearInterval(mining));
    return by.aCreditNote({ invoiceId: invoice.id, amount: "2.5" });
  };

  const refundToWallet = async (creditNoteId: string) => {
    const { creditNote } = await story.done("creditNotes.refund", { creditNoteId, to: "WALLET" });
    return { ...creditNote, linkToken: creditNote.refund.url.split("/").at(-1) as string };
  };

  /** A credit note of a paid invoice, whose refund to the wallet was started. */
  const aStartedRefund = async (by: Story = story) => refundToWallet((await aCreditNote(by)).id);

  /** Records a refund with any terms, as anyone can whose wallet pays it. */
  const payTerms = async (terms: RefundTerms, wallet: Payer) => {
    for (const _ of ["approve", "refund"]) {
      await wallet.send((await service().parts.refunder.planOf(terms, wallet.address)).next);
    }
  };

  /** Ends the time of a refund at a block that is final. */
  const letExpire = async ({ refund }: { refund: { expiresAt: string } }) => {
    await rpc(service(), "evm_setNextBlockTimestamp", [Date.parse(refund.expiresAt) / 1_000 + 1]);
    await mine(7);
    await watch();
  };

  /** Sends what is prepared, until the refund is sent. @returns the steps */
  const pay = async (linkToken: string, wallet: Payer): Promise<string[]> => {
    const { preparedRefund } = await story.done("refundLinks.prepare", {
      linkToken,
      walletAddress: wallet.address,
    });
    await wallet.send(preparedRefund);
    const { step } = preparedRefund;
    return step === "refund" ? [step] : [step, ...(await pay(linkToken, wallet))];
  };

  it("finds a payment within the limits of a provider's logs, and reports one that it cannot find", async () => {
    const { id, linkToken } = await aStartedRefund();
    await pay(linkToken, await aPayer(service(), "100"));
    await mine(60);
    const proxy = await startRpcProxy(() => service().anvil.url);
    const { parts, url, clock } = service();
    const depths = { confirmations: 2, finality: 6 };
    const refunder = new Refunder({ client: rpcClient(proxy.url), clock, ...depths });
    const newest = Number(await rpc(service(), "eth_blockNumber", []));
    const watchOver = async () => {
      clock.advance(600);
      await watchRefunds({ ...parts, refunder });
    };
    const limited = (most: number) => (request: Parameters<typeof blocksAsked>[0]) => {
      if (asksOldState(request, newest - 16)) return { code: -32_000, message: "no state" };
      return (blocksAsked(request) ?? 0) > most ? { code: -32_602, message: "too wide" } : null;
    };

    proxy.fault = limited(0);
    await watchOver();
    await watchOver();
    expect((await read(id)).status).toBe("REFUNDING");
    await until(async () => {
      const ready = await (await fetch(`${url}/ready`)).text();
      return ready.includes("1 refund has not been checked on the chain since");
    });
    proxy.fault = limited(10);
    await watchOver();

    proxy.stop();
    expect((await read(id)).status).toBe("REFUNDED");
  });

  it("pays the wallet that paid, once it is confirmed, and the invoice stays PAID", async () => {
    const refunding = await aStartedRefund();
    const { id, linkToken, refund } = refunding;
    expect(refunding).toMatchObject({
      status: "REFUNDING",
      refund: { to: "WALLET", status: "PENDING", transactionHash: null, confirmedAt: null },
    });
    const seller = await aPayer(service(), "100");
    const before = await balanceOf(service(), refund.payerAddress);

    const steps = await pay(linkToken, seller);

    expect(steps.slice(-2)).toEqual(["approve", "refund"]);
    expect(await seller.balance()).toBe("97.500000");
    const paid = toAmount(await balanceOf(service(), refund.payerAddress)).minus(before);
    expect(paid.toFixed()).toBe("2.5");
    await watch();
    expect((await read(id)).status).toBe("REFUNDING"); // one block of two
    await mine(1);
    const { refund: linked } = await story.done("refundLinks.view", { linkToken });
    expect(linked).toMatchObject({
      status: "CONFIRMED",
      amount: "2.500000",
      reason: "Outage",
      payerAddress: refund.payerAddress,
      service: { name: "Weather API" },
    });
    const refunded = await read(id);
    expect(refunded).toMatchObject({
      status: "REFUNDED",
      refund: { status: "CONFIRMED", transactionHash: linked.transactionHash },
    });
    const { invoice } = await story.done("invoices.get", { invoiceId: refunded.invoiceId });
    expect(invoice).toMatchObject({ status: "PAID", creditNotes: [{ status: "REFUNDED" }] });
    expect(await eventsOf(refunded)).toEqual(["credit_note.created", "credit_note.refunded"]);
    const again = { linkToken, walletAddress: seller.address };
    expect(await story.call("refundLinks.prepare", again)).toMatchObject({
      status: 409,
      code: "refund_closed",
    });
    expect(
      await story.call("creditNotes.refund", { creditNoteId: id, to: "BALANCE" }),
    ).toMatchObject({ status: 409, code: "credit_note_not_refundable" });
  });

  it("is started once, however many calls are made at once", async () => {
    const { id: creditNoteId } = await aStartedRefund();
    const { invoiceId } = await read(creditNoteId);
    const { id } = await story.aCreditNote({ invoiceId, amount: "1" });

    const answers = await Promise.all(
      ["WALLET", "WALLET", "WALLET"].map((to) =>
        story.call("creditNotes.refund", { creditNoteId: id, to }),
      ),
    );

    expect(answers.map(({ status, code }) => `${status} ${code}`).sort()).toEqual([
      "200 null",
      "409 credit_note_not_refundable",
      "409 credit_note_not_refundable",
    ]);
  });

  it("is taken back by a reorganization, and confirmed again when it is paid again", async () => {
    const { id, linkToken, serviceId } = await aStartedRefund();
    const seller = await aPayer(service(), "100");
    await pay(linkToken, seller);
    await mine(1);
    await watch();
    expect((await read(id)).status).toBe("REFUNDED");

    await rpc(service(), "anvil_reorg", [2, []]);
    await mine(1);
    await watch();

    expect(await read(id)).toMatchObject({
      status: "REFUNDING",
      refund: { status: "PENDING", transactionHash: null, confirmedAt: null },
    });
    expect(await pay(linkToken, seller)).toEqual(["refund"]);
    await mine(6);
    await watch();
    expect((await read(id)).status).toBe("REFUNDED");
    expect(await eventsOf({ serviceId })).toEqual([
      "credit_note.created",
      "credit_note.refunded",
      "credit_note.refund_reorged",
      "credit_note.refunded",
    ]);
  });

  it("ignores a refund of another amount, which anyone can record under the same credit note", async () => {
    const { id, linkToken } = await aStartedRefund();
    const { db } = service().parts;
    const refund = await db.refund.findUniqueOrThrow({
      where: { linkToken },
      include: { creditNote: true },
    });
    const terms = await findRefundTerms(db, refund as WalletRefund);
    if (terms === null) throw new Error("The invoice is paid.");
    const stranger = await aPayer(service(), "1");
    await payTerms({ ...terms, amount: 1n }, stranger);
    await mine(6);
    await watch();
    expect((await read(id)).status).toBe("REFUNDING");

    await pay(linkToken, await aPayer(service(), "100"));
    await mine(6);
    await watch();
    expect((await read(id)).status).toBe("REFUNDED");
  });

  it("is found although a stranger paid it before it was started", async () => {
    const { id, invoiceId } = await aCreditNote();
    const { refunder, db } = service().parts;
    const settlement = await db.settlement.findFirstOrThrow({ where: { invoiceId } });
    const settled = settledTerms(settlement);
    const terms = { creditNoteId: id, settled, amount: 2_500_000n, validUntil: 2n ** 40n };
    const stranger = await aPayer(service(), "100");
    await payTerms({ ...terms, contract: refunder.contract }, stranger);
    await mine(20);

    const { linkToken } = await refundToWallet(id);
    await watch();

    expect((await read(id)).status).toBe("REFUNDED");
    expect((await story.done("refundLinks.view", { linkToken })).refund.status).toBe("CONFIRMED");
  });

  it("is not prepared while the invoice is paid by another payment than the one it gives back", async () => {
    const { linkToken } = await aStartedRefund();
    const { db } = service().parts;
    const another = await db.settlement.findFirstOrThrow({ where: { status: "CONFIRMED" } });
    const { settlementId } = await db.refund.findUniqueOrThrow({ where: { linkToken } });
    await db.refund.update({ where: { linkToken }, data: { settlementId: another.id } });

    const { address: walletAddress } = await aPayer(service(), "100");
    const prepared = await story.call("refundLinks.prepare", { linkToken, walletAddress });

    await db.refund.update({ where: { linkToken }, data: { settlementId } });
    expect(prepared).toMatchObject({ status: 409, code: "refund_of_unconfirmed_payment" });
  });

  it("shows the refund that succeeded after one that failed, also on a clock in the past", async () => {
    const clocked = new ClockedStory(restDoor, service);
    await clocked.aTestClock("2025-01-01T00:00:00.000Z");
    const refunding = await aStartedRefund(clocked);
    const { id, serviceId, userId } = refunding;
    await letExpire(refunding);
    await story.done("balances.create", { serviceId, userId });

    const input = { creditNoteId: id, to: "BALANCE" };
    const { creditNote } = await story.done("creditNotes.refund", input);

    expect(creditNote).toMatchObject({
      status: "REFUNDED",
      refund: { to: "BALANCE", status: "CONFIRMED" },
    });
  });

  it("fails once its time is over at a final block, and can be started again", async () => {
    const { id, linkToken, serviceId, refund } = await aStartedRefund();
    const seller = await aPayer(service(), "100");
    const { preparedRefund: approval } = await story.done("refundLinks.prepare", {
      linkToken,
      walletAddress: seller.address,
    });
    await seller.send(approval);
    const { preparedRefund: late } = await story.done("refundLinks.prepare", {
      linkToken,
      walletAddress: seller.address,
    });
    await rpc(service(), "evm_setNextBlockTimestamp", [Date.parse(refund.expiresAt) / 1_000 + 1]);
    await mine(1);
    await watch();
    expect((await read(id)).status).toBe("REFUNDING"); // the block is not final
    await mine(6);
    await watch();

    expect(await read(id)).toMatchObject({
      status: "ISSUED",
      refund: { status: "FAILED", failure: "It was not signed in time." },
    });
    await expect(seller.send(late)).rejects.toThrow(toFunctionSelector("RefundExpired(uint64)"));
    expect(await eventsOf({ serviceId })).toEqual([
      "credit_note.created",
      "credit_note.refund_failed",
    ]);
    const again = await story.done("creditNotes.refund", { creditNoteId: id, to: "WALLET" });
    expect(again.creditNote.status).toBe("REFUNDING");
  });

  it("refuses the payer's own wallet, and one with too little USDC", async () => {
    const { linkToken, refund } = await aStartedRefund();
    const prepare = (walletAddress: string) =>
      story.call("refundLinks.prepare", { linkToken, walletAddress });
    expect(await prepare(refund.payerAddress)).toMatchObject({
      status: 400,
      code: "refunder_is_payer",
    });
    const { address } = await aPayer(service(), "2.499999");
    expect(await prepare(address)).toMatchObject({ status: 409, code: "refund_balance_too_low" });
    expect(await story.call("refundLinks.view", { linkToken: "unknown" })).toMatchObject({
      status: 404,
      code: "refund_link_not_found",
    });
  });
});

it("verify checks the refunds of a settlement, and finds each that is not as it says", async () => {
  const story = new Story(restDoor, service);
  const { db } = service().parts;
  const { id, settlementId, amount, payerAddress } = await db.refund.findFirstOrThrow({
    where: { status: "CONFIRMED", destination: "WALLET" },
  });
  const verify = () => usance(["verify", String(settlementId)], environment(), service().clock);
  const { proof } = await story.done("settlements.proof", { settlementId });
  expect(proof.refunds).toMatchObject([
    { contract: service().parts.refunder.contract, event: { amount: "2500000" } },
  ]);
  const { code, lines } = await verify();
  expect(lines.filter((line) => !/^(?:ok|note) /.test(line))).toEqual(["Verified"]);
  expect(code).toBe(0);

  const broken = async (data: object) => {
    await db.refund.update({ where: { id }, data });
    const { lines: found, code: failed } = await verify();
    await db.refund.update({ where: { id }, data: { amount, payerAddress } });
    expect(failed).toBe(1);
    return found.filter((line) => line.startsWith("FAIL")).join();
  };
  expect(await broken({ amount: "2.500001" })).toContain("amount of the event");
  expect(await broken({ amount: "10.000001" })).toContain("sum of the refunds");
  expect(await broken({ payerAddress: `0x${"ab".repeat(20)}` })).toContain(
    "payer of the settlement",
  );
});

it("verify-ledger finds a refund on the chain that the database holds for failed", async () => {
  const { db } = service().parts;
  const confirmed = await db.refund.findFirstOrThrow({
    where: { status: "CONFIRMED", destination: "WALLET" },
  });
  const chain = createPublicClient({ transport: http(service().anvil.url) });
  const events = await chain.getContractEvents({
    address: confirmed.contractAddress as `0x${string}`,
    abi: settlementRefunderAbi,
    eventName: "RefundRecorded",
    fromBlock: 0n,
  });
  expect(events.map(({ transactionHash }) => transactionHash)).toContain(confirmed.transactionHash);
  await db.$executeRaw`UPDATE refunds SET status = 'FAILED', confirmed_at = NULL WHERE id = ${confirmed.id}`;
  try {
    const { lines } = await verifyLedger();
    expect(lines.filter((line) => line.startsWith("FAIL"))).toContainEqual(
      expect.stringContaining("A refund on the chain is a CONFIRMED refund"),
    );
  } finally {
    await db.$executeRaw`UPDATE refunds SET status = 'CONFIRMED', confirmed_at = ${confirmed.confirmedAt}
                          WHERE id = ${confirmed.id}`;
  }
});
