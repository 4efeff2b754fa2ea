import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settleTogether } from "../../../test/harness/batch.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { payments, type TestService, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { usance } from "../../../test/harness/usance.ts";
import type { SettlementProof } from "../../schemas/settlement-proofs.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usance-verify-batches-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function verdictOn({ anvil }: TestService, proof: object) {
  const file = join(folder, "proof.json");
  await writeFile(file, JSON.stringify({ proof }));
  return usance(["verify", file], { SETTLEMENT_RPC_URL: anvil.url });
}

describe("one of several settlements in a transaction", () => {
  const service = useService(payments);
  const story = new Story(restDoor, service);
  let proofs: SettlementProof[];

  beforeAll(async () => {
    const events = await settleTogether(story, ["one", "two", "three"]);
    proofs = events.map(({ args, logIndex, blockNumber, transactionHash, ...event }, index) => ({
      settlementId: "a-settlement",
      invoiceId: ["one", "two", "three"][index] ?? "",
      chainId: 31_337,
      contract: service().contract,
      blockNumber: Number(blockNumber),
      blockHash: event.blockHash,
      transactionHash,
      logIndex,
      event: { ...args, amount: String(args.amount) },
    }));
  });

  it("is verified by the event at its log index", async () => {
    expect(new Set(proofs.map(({ transactionHash }) => transactionHash)).size).toBe(1);
    for (const proof of proofs) {
      expect((await verdictOn(service(), proof)).lines.at(-1)).toBe("Verified");
    }
  });

  it("is not verified by another settlement's event", async () => {
    const [first, second] = proofs;

    const { lines } = await verdictOn(service(), { ...first, logIndex: second?.logIndex });

    expect(lines.at(-1)).toBe("Not verified: referenceHash of the event, invoiceHash of the event");
  });

  it("is refused with a message if its amount fits no contract", async () => {
    const [proof] = proofs;
    const event = { ...proof?.event, amount: "9".repeat(78) };

    const { code, notes } = await verdictOn(service(), { ...proof, event });

    expect(code).toBe(2);
    expect(notes.join()).toContain(
      "proof.event.amount must be the digits of a whole number, as a string.",
    );
  });
});
