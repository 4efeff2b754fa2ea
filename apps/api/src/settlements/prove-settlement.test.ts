import { settlementRegistryAbi } from "@usance/contracts";
import { createPublicClient, http, parseEventLogs } from "viem";
import { describe, expect, it } from "vitest";
import { registryPause, resumeMining, stopMining } from "../../test/harness/chain.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { aSentSettlement } from "../../test/harness/sent-settlement.ts";
import { useService } from "../../test/harness/service.ts";
import { aSeller, Story } from "../../test/harness/story.ts";

const service = useService({ SETTLEMENT_TOKEN_ADDRESS: `0x${"c0de".repeat(10)}` });

describe("the proof of a settlement", () => {
  const story = new Story(restDoor, service);
  const proofOf = (settlementId: string) => story.call("settlements.proof", { settlementId });

  it("matches what the chain shows for a confirmed one", async () => {
    const invoice = await story.anInvoice({ amount: "123456789012345678.123456" });
    const input = story.settlementOf(invoice);
    const { settlement, chain } = await story.done("settlements.create", input);

    const { status, body } = await proofOf(settlement.id);

    const { receipt, event } = await recordedIn(chain.transactionHash);
    expect(status).toBe(200);
    expect(lowered(body.proof)).toEqual(
      lowered({
        settlementId: settlement.id,
        invoiceId: invoice.id,
        chainId: 31337,
        contract: service().contract,
        blockNumber: Number(receipt.blockNumber),
        blockHash: receipt.blockHash,
        transactionHash: chain.transactionHash,
        logIndex: event.logIndex,
        event: { ...event.args, amount: String(event.args.amount) },
        refunds: [],
      }),
    );
    expect(body.proof.event).toMatchObject({
      referenceHash: input.referenceHash,
      amount: "123456789012345678123456",
      token: `0x${"c0de".repeat(10)}`,
    });
  });

  it("has the reference in the chain's format, whatever case it was given in", async () => {
    const input = story.settlementOf(await story.anInvoice());
    const shouted = `0x${input.referenceHash.slice(2).toUpperCase()}`;
    const { settlement } = await story.done("settlements.create", {
      ...input,
      referenceHash: shouted,
    });

    expect((await proofOf(settlement.id)).body.proof.event.referenceHash).toBe(input.referenceHash);
  });

  it("names the contract and the token used, whatever is configured now", async () => {
    const input = story.settlementOf(await story.anInvoice());
    const { settlement } = await story.done("settlements.create", input);
    const where = { id: settlement.id };
    const earlier = {
      contractAddress: `0x${"ab".repeat(20)}`,
      tokenAddress: `0x${"cd".repeat(20)}`,
    };
    await service().parts.db.settlement.update({ where, data: earlier });

    const { proof } = (await proofOf(settlement.id)).body;

    expect(proof.contract).toBe(earlier.contractAddress);
    expect(proof.event.token).toBe(earlier.tokenAddress);
  });

  it("is refused until the settlement is confirmed, then returned", async () => {
    const invoice = await story.anInvoice();
    await stopMining(service());
    const id = await aSentSettlement(story, invoice);

    const early = await proofOf(id);
    await resumeMining(service());

    expect(early).toMatchObject({
      status: 409,
      body: { error: "Settlement is SUBMITTED: only a CONFIRMED one has a proof." },
    });
    const { settlement } = await story.done("settlements.get", { settlementId: id });
    expect(settlement.status).toBe("CONFIRMED");
    expect((await proofOf(id)).status).toBe(200);
  });

  it("is refused for a failed settlement", async () => {
    await registryPause(service(), true);
    const input = story.settlementOf(await story.anInvoice());
    const { headers } = await story.call("settlements.create", input);
    await registryPause(service(), false);

    expect(await proofOf(headers.get("location")?.split("/").at(-1) ?? "")).toMatchObject({
      status: 409,
      body: { error: "Settlement is FAILED: only a CONFIRMED one has a proof." },
    });
  });

  it("is 404 for another seller's settlement", async () => {
    const input = story.settlementOf(await story.anInvoice());
    const { settlement } = await story.done("settlements.create", input);
    const { key } = await aSeller(service);

    expect(
      await story.call("settlements.proof", { settlementId: settlement.id }, key),
    ).toMatchObject({ status: 404, body: { error: "Settlement was not found." } });
  });
});

async function recordedIn(hash: `0x${string}`) {
  const client = createPublicClient({ transport: http(service().anvil.url) });
  const receipt = await client.getTransactionReceipt({ hash });
  const abi = settlementRegistryAbi;
  const [event] = parseEventLogs({ abi, eventName: "SettlementRecorded", logs: receipt.logs });
  if (event === undefined) throw new Error("The transaction has no SettlementRecorded event.");
  return { receipt, event };
}

/** Addresses are compared without the checksum that some write into their case. */
function lowered(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/0x[0-9a-fA-F]+/g, (hex) => hex.toLowerCase()));
}
