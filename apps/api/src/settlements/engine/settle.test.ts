import { describe, expect, it } from "vitest";
import { rpc, stopMining } from "../../../test/harness/chain.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { aSentSettlement } from "../../../test/harness/sent-settlement.ts";
import { startService, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService({ SETTLEMENT_TIMEOUT_MS: "600000" });
const story = new Story(restDoor, service);

const transactionCount = async () =>
  Number(await rpc(service(), "eth_getTransactionCount", [service().signer, "latest"]));

describe("concurrent calls for settlements", () => {
  it("sends one transaction for six equal calls, and answers all of them the same", async () => {
    const input = story.settlementOf(await story.anInvoice());
    const before = await transactionCount();

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => story.call("settlements.create", input)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    const [first] = answers;
    for (const { body } of answers) expect(body).toEqual(first?.body);
    expect((await transactionCount()) - before).toBe(1);
  });

  it("accepts one of six references for an invoice", async () => {
    const invoice = await story.anInvoice();
    const before = await transactionCount();

    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        story.call("settlements.create", story.settlementOf(invoice)),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await transactionCount()) - before).toBe(1);
  });

  it("settles ten invoices at once with consecutive nonces", async () => {
    const invoices = await Promise.all(Array.from({ length: 10 }, () => story.anInvoice()));
    const before = await transactionCount();

    const answers = await Promise.all(
      invoices.map((invoice) => story.call("settlements.create", story.settlementOf(invoice))),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const nonces = await service().parts.db.settlement.findMany({
      where: { invoiceId: { in: invoices.map(({ id }) => id) } },
      orderBy: { nonce: "asc" },
      select: { nonce: true },
    });
    expect(nonces.map(({ nonce }) => nonce)).toEqual(
      Array.from({ length: 10 }, (_, index) => before + index),
    );
  });
});

describe("a settlement abandoned by its process", () => {
  it("continues from PENDING by the same call", async () => {
    const invoice = await story.anInvoice();
    const input = story.settlementOf(invoice);
    await story.aSettlementLeftPending(invoice, input);

    expect(await story.call("settlements.create", input)).toMatchObject({
      status: 200,
      body: { settlement: { status: "CONFIRMED" } },
    });
  });

  it("is found by its stored hash if only the bytes were stored", async () => {
    const invoice = await story.anInvoice();
    const input = story.settlementOf(invoice);
    await stopMining(service());
    const id = await aSentSettlement(story, invoice, input);
    await rpc(service(), "anvil_dropAllTransactions", []);
    await rpc(service(), "evm_setAutomine", [true]);
    const sent = await service().parts.db.settlement.findUniqueOrThrow({ where: { id } });

    const { status, body } = await story.call("settlements.create", input);

    expect(status).toBe(200);
    expect(body.settlement).toMatchObject({ id, transactionHash: sent.transactionHash });
  });
});

it("answers 500 within the limit, without a transaction, if the chain does not answer", async () => {
  const alone = await startService({ SETTLEMENT_TIMEOUT_MS: "1000" });
  try {
    const story = new Story(restDoor, () => alone);
    const invoice = await story.anInvoice();
    await alone.anvil.kill();

    const answer = await story.call("settlements.create", story.settlementOf(invoice));

    expect(answer).toMatchObject({
      status: 500,
      body: { error: "The settlement chain could not be reached." },
    });
    const settlementId = answer.headers.get("location")?.split("/").at(-1);
    expect((await story.done("settlements.get", { settlementId })).settlement).toMatchObject({
      status: "FAILED",
      transactionHash: null,
      invoice: { status: "OPEN" },
    });
  } finally {
    await alone.stop();
  }
});
