import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settlementRegistryAbi } from "@usance/contracts";
import { createPublicClient, createWalletClient, http } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settleTogether } from "../../../test/harness/batch.ts";
import { admin, rpc } from "../../../test/harness/chain.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { startRpcProxy } from "../../../test/harness/rpc-proxy.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { usance } from "../../../test/harness/usance.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import type { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { deployRegistry } from "../dev/deploy-contracts.ts";

const service = useService({ SETTLEMENT_TIMEOUT_MS: "600000" });
/** With a chain of its own, which forgets what it was told. */
const reorganized = useService();
const story = new Story(restDoor, service);
const otherHash = `0x${"12".repeat(32)}`;
const otherAddress = `0x${"34".repeat(20)}`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usance-verify-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

const environment = () => ({
  DATABASE_URL: service().databaseUrl,
  SETTLEMENT_RPC_URL: service().anvil.url,
});

async function aSettlement(): Promise<string> {
  const input = story.settlementOf(await story.anInvoice());
  return (await story.done("settlements.create", input)).settlement.id;
}

async function aProof(): Promise<SettlementProof> {
  return (await story.done("settlements.proof", { settlementId: await aSettlement() })).proof;
}

/** What it says of a proof, as a payer runs it who has nothing but a file and the chain. */
async function verdictOn(proof: object, rpcUrl = service().anvil.url) {
  const file = join(folder, "proof.json");
  await writeFile(file, JSON.stringify({ proof }));
  const { code, lines, notes } = await usance(["verify", file], { SETTLEMENT_RPC_URL: rpcUrl });
  return { verdict: lines.at(-1), code, notes };
}

describe("a settlement in the database", () => {
  it("is verified if everything matches the chain", async () => {
    const { code, lines } = await usance(["verify", await aSettlement()], environment());

    expect(code).toBe(0);
    expect(lines.at(-1)).toBe("Verified");
    expect(lines).toContain("ok    chain id: expected 31337, found 31337");
    expect(lines).toContain("ok    amount of the event: expected 625000, found 625000");
    expect(lines.at(-2)).toBe(
      "note  The transaction did not move the amount: that it was paid, the settler says.",
    );
    expect(lines.at(-3)).toMatch(
      /^ok {4}hash of these fields in recordOf: expected (0x\w{64}), found \1$/,
    );
    expect(lines).toHaveLength(18);
  });

  it("is not verified with another value in a column of its row", async () => {
    const id = await aSettlement();
    const where = { id };
    const { db } = service().parts;
    const stored = await db.settlement.findUniqueOrThrow({ where });
    await forRows<[object, string]>(
      [
        [{ chainId: 1n }, "chain id"],
        [{ blockNumber: 1n }, "block number of the transaction, hash of the chain's"],
        [{ blockHash: otherHash }, "block hash of the transaction, hash of the chain's block"],
        [{ transactionHash: otherHash }, "status of the transaction"],
        [{ logIndex: 7 }, "SettlementRecorded of the contract at log index 7"],
        [{ contractAddress: otherAddress }, `contract ${otherAddress}`],
        [{ tokenAddress: otherAddress }, "token of the event, hash of these fields in recordOf"],
        [{ signerAddress: otherAddress }, "operator of the event, hash of these fields"],
        [{ payerAddress: otherAddress }, "payer of the event, hash of these fields in recordOf"],
        [
          { merchantAddress: otherAddress },
          "merchant of the event, hash of these fields in recordOf",
        ],
        [{ amount: "0.625001" }, "amount of the event, hash of these fields in recordOf"],
        [{ referenceKey: otherHash }, "referenceHash of the event, hash of these fields"],
      ],
      async (data, failed) => {
        await db.settlement.update({ where, data: { ...stored, ...data } });

        const { code, lines } = await usance(["verify", id], environment());

        expect(code).toBe(1);
        expect(lines.at(-1)).toContain(`Not verified: ${failed}`);
      },
    );
  });

  it("is not verified with another invoice in its row", async () => {
    const id = await aSettlement();
    const { id: invoiceId } = await story.anInvoice();
    await service().parts.db.settlement.update({ where: { id }, data: { invoiceId } });

    const { lines } = await usance(["verify", id], environment());

    expect(lines.at(-1)).toBe(
      "Not verified: invoiceHash of the event, hash of these fields in recordOf",
    );
  });

  it("that is not confirmed is reported as such and not verified", async () => {
    const invoice = await story.anInvoice();
    await story.aSettlementLeftPending(invoice, story.settlementOf(invoice));
    const { settlements } = await story.done("settlements.list", { invoiceId: invoice.id });

    expect(await usance(["verify", settlements[0].id], environment())).toEqual({
      code: 1,
      lines: ["Not verified: Settlement is PENDING: only a CONFIRMED one has a proof."],
      notes: [],
    });
  });

  it("is not verified after a reorganization removed its block", async () => {
    const story = new Story(restDoor, reorganized);
    const input = story.settlementOf(await story.anInvoice());
    const { settlement } = await story.done("settlements.create", input);
    const { databaseUrl: DATABASE_URL, anvil } = reorganized();
    await rpc(reorganized(), "anvil_reorg", [1, []]);

    const environment = { DATABASE_URL, SETTLEMENT_RPC_URL: anvil.url };
    const { lines } = await usance(["verify", settlement.id], environment);

    expect(lines.at(-1)).toContain("Not verified: status of the transaction");
    expect(lines).toContain(
      "FAIL  SettlementRecorded of the contract at log index 0: expected event, found none",
    );
  });
});

it("with --json lists every check", async () => {
  const { code, lines } = await usance(["verify", await aSettlement(), "--json"], environment());

  const { verified, reason, checks } = JSON.parse(lines.join("\n"));
  expect({ code, verified, reason }).toEqual({ code: 0, verified: true, reason: null });
  expect(checks).toHaveLength(16);
  expect(checks).toContainEqual({
    what: "chain id",
    expected: "31337",
    found: "31337",
    holds: true,
  });
});

describe("a proof", () => {
  it("is verified without a database", async () => {
    expect(await verdictOn(await aProof())).toMatchObject({ verdict: "Verified", code: 0 });
  });

  it("is not verified with another invoice", async () => {
    const { verdict } = await verdictOn({ ...(await aProof()), invoiceId: "another" });

    expect(verdict).toContain("invoiceHash of the invoice's id");
  });

  it("is not verified with another settlement's transaction", async () => {
    const { transactionHash } = await aProof();

    const { verdict } = await verdictOn({ ...(await aProof()), transactionHash });

    expect(verdict).toContain("referenceHash of the event");
  });

  it("is not verified by the same event of another contract", async () => {
    const proof = await aProof();
    const other = await recordElsewhere(proof);

    const byItsTransaction = await verdictOn({ ...proof, ...other.place });
    const byItsContract = await verdictOn({ ...proof, contract: other.contract });

    expect(byItsTransaction.verdict).toContain("SettlementRecorded of the contract");
    expect(byItsContract.verdict).toContain("SettlementRecorded of the contract");
  });

  it("is read without the answer around it too", async () => {
    const file = join(folder, "bare.json");
    await writeFile(file, JSON.stringify(await aProof()));
    const { code, lines } = await usance(["verify", file], environment());
    expect([code, lines.at(-1)]).toEqual([0, "Verified"]);
  });

  it("without a valid field is refused with a message", async () => {
    const proof = await aProof();
    await forRows<[object, string]>(
      [
        [{ chainId: "1" }, "proof.chainId must be a whole number."],
        [{ contract: "0x12" }, "proof.contract must be 0x and 40 hex digits."],
        [{ event: null }, "proof.event must be an object."],
        [{ event: {} }, "proof.event.referenceHash must be 0x and 64 hex digits."],
      ],
      async (fields, message) => {
        const { code, notes } = await verdictOn({ ...proof, ...fields });

        expect(code).toBe(2);
        expect(notes.join()).toContain(`proof.json is not a settlement proof: ${message}`);
      },
    );
  });

  it("is neither verified nor rejected if the chain answers with errors, and its address is not printed", async () => {
    const proxy = await startRpcProxy(() => service().anvil.url);
    const proof = await aProof();
    proxy.fault = ({ method }) =>
      method === "eth_getTransactionReceipt" ? { code: -32_000, message: proxy.url } : null;

    const answer = await verdictOn(proof, proxy.url);
    proxy.stop();
    const silence = await verdictOn(proof, proxy.url);

    expect(answer).toMatchObject({
      code: 2,
      notes: ["The settlement chain answered with an error."],
    });
    expect(silence).toMatchObject({
      code: 2,
      notes: ["The settlement chain could not be reached."],
    });
  });
});

describe("one of several settlements in a transaction", () => {
  const service = useService(payments);
  const rpcUrl = () => service().anvil.url;
  let proofs: SettlementProof[];

  beforeAll(async () => {
    const events = await settleTogether(new Story(restDoor, service), ["one", "two", "three"]);
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
      expect((await verdictOn(proof, rpcUrl())).verdict).toBe("Verified");
    }
  });

  it("is not verified by another settlement's event", async () => {
    const [first, second] = proofs;

    const { verdict } = await verdictOn({ ...first, logIndex: second?.logIndex }, rpcUrl());

    expect(verdict).toBe("Not verified: referenceHash of the event, invoiceHash of the event");
  });

  it("is refused with a message if its amount fits no contract", async () => {
    const [proof] = proofs;
    const event = { ...proof?.event, amount: "9".repeat(78) };

    const { code, notes } = await verdictOn({ ...proof, event }, rpcUrl());

    expect(code).toBe(2);
    expect(notes.join()).toContain(
      "proof.event.amount must be the digits of a whole number, as a string.",
    );
  });
});

/** Has another contract on the same chain record what a proof says. */
async function recordElsewhere({ event }: SettlementProof) {
  const transport = http(service().anvil.url);
  const wallet = createWalletClient({ account: admin, transport });
  const client = createPublicClient({ transport, pollingInterval: 20 });
  const key = `0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d` as const;
  const contract = await deployRegistry(service().anvil.url, key);
  const hash = await wallet.writeContract({
    chain: null,
    address: contract,
    abi: settlementRegistryAbi,
    functionName: "recordSettlement",
    args: [
      event.referenceHash as Hex,
      event.invoiceHash as Hex,
      event.payer as Hex,
      event.merchant as Hex,
      event.token as Hex,
      BigInt(event.amount),
      2n ** 40n,
    ],
  });
  const receipt = await client.waitForTransactionReceipt({ hash });
  const { blockNumber, blockHash, transactionHash } = receipt;
  return { contract, place: { blockNumber: Number(blockNumber), blockHash, transactionHash } };
}
