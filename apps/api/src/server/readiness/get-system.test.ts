import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { aSeller, Story } from "../../../test/harness/story.ts";

const service = useService(payments);

describe("system.get", () => {
  it("names the versions of the software and the contracts, the queue, and the signers with their funds", async () => {
    const { system } = await new Story(restDoor, service).done("system.get", {});
    const { contract, signer } = service();

    expect(system).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      chainId: 31_337,
      allowsTestClocks: true,
      contracts: [
        { name: "SettlementRegistry", address: contract, version: "2" },
        {
          name: "SettlementCollector",
          address: payments.SETTLEMENT_COLLECTOR_ADDRESS,
          version: "2",
        },
      ],
      queue: { pending: 0, submitted: 0, oldestSeconds: 0 },
      signers: [
        {
          address: signer,
          balance: expect.stringMatching(/^\d+(?:\.\d+)?$/),
          settlements: expect.stringMatching(/^\d+$/),
          unconfirmed: 0,
          isHalted: false,
        },
      ],
    });
  });

  it("counts settlements that wait for the chain", async () => {
    const story = new Story(restDoor, service);
    const { clock, parts } = service();
    const invoice = await story.anInvoice();
    await story.aSettlementLeftPending(invoice, story.settlementOf(invoice));
    clock.advance(4);

    const { system } = await story.done("system.get", {});

    await parts.db.settlement.deleteMany({ where: { invoiceId: invoice.id } });
    expect(system.queue).toEqual({ pending: 1, submitted: 0, oldestSeconds: 4 });
  });

  it("tells a seller neither the queue nor the signers", async () => {
    const seller = await aSeller(service);

    const { system } = await new Story(restDoor, service, seller).done("system.get", {});

    expect(system).toMatchObject({ chainId: 31_337, queue: null, signers: null });
  });
});
