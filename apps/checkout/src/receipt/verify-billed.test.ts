import { hashText } from "@usance/proofs";
import { expect, test } from "vitest";
import { honest } from "../../../../packages/proofs/test/lies.ts";
import { hashOf } from "../../../../packages/proofs/test/roots.ts";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import type { InvoiceProof } from "../api/billed-api.ts";
import { type Shown, verifyBilled } from "./verify-billed.ts";

/* packages/proofs tests what is verified of a bill. These are the checks that the page adds. */

const word = (hex: string) => hex.slice(2).padStart(64, "0");

/** What an honest service tells and shows of a paid invoice, and the log on the chain. */
function paid() {
  const { proof, usageEvents, usageRoots } = honest();
  const { bill, settlement } = proof;
  if (settlement === null) throw new Error("It is paid.");
  const { contract, transactionHash, event } = settlement;
  const { referenceHash, invoiceHash, payer, merchant, token, operator } = event;
  const units = `0x${BigInt(event.amount).toString(16)}`;
  const amount = "79.163996";
  const shown: Shown = {
    invoice: { amount: bill.amount, amountDue: amount, lines: structuredClone(bill.lines) },
    receipt: {
      transactionHash,
      payerAddress: payer,
      merchantAddress: merchant,
      amount,
      confirmedAt: "2026-03-02T12:00:00.000Z",
      transactionUrl: null,
    },
  };
  const signature = "SettlementRecorded(bytes32,bytes32,address,address,address,uint256,address)";
  const log = {
    address: contract,
    topics: [hashText(signature), referenceHash, invoiceHash, `0x${word(payer)}`],
    data: `0x${[merchant, token, units, operator].map(word).join("")}`,
  };
  return { proof, usageEvents, usageRoots, shown, log };
}

function pageOf<Item>(all: readonly Item[], size: number, cursor?: string) {
  const end = Number(cursor ?? 0) + size;
  return { items: all.slice(end - size, end), nextCursor: end < all.length ? String(end) : null };
}

type Paid = ReturnType<typeof paid>;

/** Verifies what a service tells, which has pages of 30 events, two roots, and seven changes. */
function verified({ proof, usageEvents, usageRoots, shown, log }: Paid, counts: number[] = []) {
  const api = {
    usage: () => Promise.reject(new Error("It is not asked for.")),
    proof: async () => proof as unknown as InvoiceProof,
    usageEvents: async (_: string, cursor?: string) => {
      const { items, nextCursor } = pageOf(usageEvents, 30, cursor);
      return {
        usageEvents: items.map(({ root = null, ...event }) => ({ ...event, root })),
        nextCursor,
      };
    },
    usageRoots: async (_: string, cursor?: string) => {
      const { items, nextCursor } = pageOf(usageRoots.toReversed(), 2, cursor);
      return { usageRoots: items.map((root) => ({ ...root, signature: "" })), nextCursor };
    },
    usageChanges: async ({ roots }: { readonly roots: readonly number[] }, cursor?: string) => {
      const changes = roots.flatMap((root) => {
        const others = usageRoots.find(({ number }) => number === root)?.otherChanges ?? [];
        const own = usageEvents.filter((event) => event.root === root).map(hashOf);
        return [...own, ...others].map((hash) => ({ root, hash }));
      });
      const { items, nextCursor } = pageOf(changes, 7, cursor);
      return { usageChanges: items, nextCursor };
    },
  };
  const provider = {
    request: async ({ method }: { readonly method: string }) =>
      method === "eth_chainId" ? "0x7a69" : { logs: [log] },
  };
  const wallets = [{ id: "test", name: "Test Wallet", icon: null, provider }];
  const { signal } = new AbortController();
  const onRead = (count: number) => counts.push(count);
  return verifyBilled(shown, { api, linkToken: "token", wallets, signal, onRead });
}

test("an honest receipt is compared with its bill, its record and the chain", async () => {
  const told = paid();
  const counts: number[] = [];
  const { findings, summary, ...read } = await verified(told, counts);

  expect(findings.filter(({ outcome }) => outcome !== "good")).toEqual([]);
  expect(findings.map(({ words }) => words)).toEqual(
    expect.arrayContaining([
      "This page shows the lines and the amount of the bill.",
      "This page shows what that record has: 79.163996 USDC paid, the wallets and the transaction.",
      "81 usage events have exactly the counts, sums and hashes of the bill.",
      "Test Wallet read the transaction from the chain: the settlement contract has exactly this record.",
    ]),
  );
  expect(summary).toBe(
    "Every event, price and sum was computed again, nothing was changed since it was recorded, and this payment on the chain names exactly this bill.",
  );
  expect(counts).toEqual([30, 60, 81]);
  const { proof, usageEvents, usageRoots } = told;
  expect(read).toMatchObject({ proof, usageEvents, usageRoots });
});

const otherBill = "The bill has other lines or another amount than this page shows.";
const otherRecord = "The record has another amount, wallet or transaction than this page shows.";

test("a page that shows something else is named, and so is another record on the chain", () =>
  forRows<readonly [string, (told: Paid) => unknown, string]>(
    [
      [
        "a line",
        ({ shown }) => Object.assign(shown.invoice.lines[0] ?? {}, { amount: "1.000000" }),
        otherBill,
      ],
      ["no lines", ({ shown }) => shown.invoice.lines.splice(0), otherBill],
      ["the amount", ({ shown }) => Object.assign(shown.invoice, { amount: "1" }), otherBill],
      [
        "what was due",
        ({ shown }) => Object.assign(shown.invoice, { amountDue: "1" }),
        otherRecord,
      ],
      [
        "what was paid",
        ({ shown }) => Object.assign(shown.receipt ?? {}, { amount: "1" }),
        otherRecord,
      ],
      [
        "the payer",
        ({ shown }) => Object.assign(shown.receipt ?? {}, { payerAddress: "0x00" }),
        otherRecord,
      ],
      [
        "the seller",
        ({ shown }) => Object.assign(shown.receipt ?? {}, { merchantAddress: "0x00" }),
        otherRecord,
      ],
      [
        "the transaction",
        ({ shown }) => Object.assign(shown.receipt ?? {}, { transactionHash: "0x00" }),
        otherRecord,
      ],
      [
        "the log",
        ({ log }) => Object.assign(log.topics, ["0x00"]),
        "Test Wallet read the transaction from the chain: it does not have this record.",
      ],
    ],
    async (_, change, found) => {
      const told = paid();
      change(told);
      const { findings, summary } = await verified(told);
      const problems = findings.filter(({ outcome }) => outcome !== "good");
      expect(problems).toEqual([{ outcome: "bad", words: found }]);
      expect(summary).toBe("What is billed does not verify.");
    },
  ));

test("a payment under another reference is verified as far as possible", async () => {
  const told = paid();
  const referenceHash = hashText("another bill");
  Object.assign(told.proof.settlement?.event ?? {}, { referenceHash });
  told.log.topics[1] = referenceHash;
  expect((await verified(told)).summary).toBe("All that this browser could check holds.");
});

test("an invoice that is not paid is verified without its payment", async () => {
  const { proof, ...told } = paid();
  const { findings, summary } = await verified({ ...told, proof: { ...proof, settlement: null } });
  expect(findings.filter(({ outcome }) => outcome !== "good")).toEqual([
    { outcome: "open", words: "The invoice is not paid." },
  ]);
  expect(summary).toBe(
    "Every event, price and sum was computed again, and nothing was changed since it was recorded.",
  );
});
