import { readFileSync } from "node:fs";
import { keccak256, stringToBytes } from "viem";
import { expect, it } from "vitest";
import { pathOf, sha256, sixPlaces, treeOf } from "../test/naive-tree.ts";
import vectors from "../vectors.json" with { type: "json" };
import {
  type Bill,
  billHash,
  canonicalJson,
  rateCardHash,
  UsageMeter,
  type UsageProof,
  usageHash,
  verifyUsageProof,
} from "./index.ts";

/*
 * The committed vectors, for other implementations to be held against. They do not change with the code: a form that gives other
 * hashes is another version. Beside them stands a second implementation, from docs/proofs.md, with Node's SHA-256 and viem's
 * keccak256.
 */

type Vector = (typeof vectors)[number];
type Event = Vector["events"][number][number];

const billOf = ({ bill }: Vector) => bill as Bill;

it("every vector has the committed text, hashes, totals and proofs", () => {
  for (const vector of vectors) {
    const { name, components, events } = vector;
    const bill = billOf(vector);
    const periods = bill.usage?.periods ?? [];

    expect(canonicalJson(vector.bill), name).toBe(vector.canonicalBill);
    expect(billHash(bill), name).toBe(vector.billHash);
    expect(bill.usage && usageHash(bill.usage), name).toBe(vector.usageHash);
    expect(components && rateCardHash(components), name).toBe(vector.rateCardHash);
    expect(
      events.map((list) => measured(vector, list).totals),
      name,
    ).toEqual(periods.map(({ totals }) => totals));
    const proofs = events.flatMap((list) =>
      list.map(({ eventKey }) => measured(vector, list, eventKey).proof),
    );
    expect(proofs, name).toEqual(vector.proofs);
  }
});

it("every vector's proofs verify by the bills of the vectors that have them, and by no other bill", () => {
  for (const { name, proofs } of vectors) {
    for (const proof of proofs as unknown as UsageProof[]) {
      for (const other of vectors) {
        const isProof = other.proofs.some((one) => JSON.stringify(one) === JSON.stringify(proof));
        expect(verifyUsageProof(billOf(other), proof), `${name}, ${other.name}`).toBe(isProof);
      }
    }
  }
});

it("every vector has the texts, hashes, totals and proofs of a second implementation", () => {
  for (const vector of vectors) {
    const { name, bill, components, events } = vector;

    expect(sortedJson(bill), name).toBe(vector.canonicalBill);
    expect(keccakOf(bill), name).toBe(vector.billHash);
    expect(bill.usage && keccakOf(bill.usage), name).toBe(vector.usageHash);
    expect(components && keccakOf(components), name).toBe(vector.rateCardHash);
    for (const { rateCardHash: hash } of bill.usage?.periods ?? []) {
      expect(hash, name).toBe(vector.rateCardHash);
    }
    const groups = events.map((list) => groupsOf(vector, list));
    expect(
      groups.map((of) => of.map(totalsOf)),
      name,
    ).toEqual((bill.usage?.periods ?? []).map(({ totals }) => totals));
    expect(
      groups.map((of) => Object.fromEntries(of.map(([prefix, list]) => [prefix, hashOf(list)]))),
      name,
    ).toEqual(vector.roots);
    const proofs = groups.flat().flatMap(([prefix, list]) =>
      list.map((usageEvent, index) => ({
        usageEvent,
        prefix,
        index,
        path: pathOf(index, list.map(leafOf)).map(({ hash, sum }) => [
          base64Of(hash),
          sixPlaces(sum),
        ]),
      })),
    );
    expect(proofs, name).toHaveLength(vector.proofs.length);
    expect(vector.proofs, name).toEqual(expect.arrayContaining(proofs));
  }
});

it("every vector's amounts add up: the lines, the charges, and what earlier bills asked for", () => {
  const hashes: (string | null)[] = vectors.map((one) => one.billHash);
  for (const { name, components, bill } of vectors) {
    const { usage } = bill;
    expect(added(bill.lines.map(({ amount }) => amount)), name).toBe(millionths(bill.amount));
    if (usage === null) continue;
    const charges = usage.periods.flatMap(({ charge }) => charge ?? []);
    expect(usage.charged === null, name).toBe(components === null);
    expect(added(charges), name).toBe(millionths(usage.charged ?? "0"));
    if (usage.charged !== null) {
      const rest = millionths(usage.charged) - millionths(usage.billed);
      expect(rest, name).toBe(millionths(bill.amount));
    }
    expect([null, ...hashes], name).toContain(usage.billBefore);
  }
  expect(vectors.filter(({ bill }) => bill.usage?.billBefore)).toHaveLength(2);
});

it("the documented bill is that of a vector, and has the documented hash", () => {
  const page = readFileSync(new URL("../../../docs/proofs.md", import.meta.url), "utf8");
  const [, bill = ""] = /^```json\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const vector = vectors.find(({ name }) => name === "one event");

  expect(canonicalJson(JSON.parse(bill))).toBe(vector?.canonicalBill);
  expect(page).toContain(billHash(JSON.parse(bill)));
});

function measured({ components }: Vector, list: readonly Event[], proven?: string) {
  const meter = new UsageMeter(prefixesOf(components), { proven: proven ?? null });
  for (const event of list) meter.add(event);
  return meter.end();
}

const prefixesOf = (components: Vector["components"]) =>
  (components ?? []).flatMap((one) => ("prefix" in one && one.prefix ? [one.prefix] : []));

/** Fields in the order of their names, and no spaces. JSON.stringify escapes what RFC 8785 escapes. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

const keccakOf = (value: unknown) => keccak256(stringToBytes(sortedJson(value)));

/** The events of each prefix in the order of their leaves; the prefixes in the order of their last events. */
function groupsOf({ components }: Vector, list: readonly Event[]) {
  const sorted = list.toSorted(
    (one, other) =>
      Date.parse(one.occurredAt) - Date.parse(other.occurredAt) ||
      Number(millionths(one.quantity) - millionths(other.quantity)) ||
      Buffer.compare(Buffer.from(one.eventKey), Buffer.from(other.eventKey)),
  );
  const groups = Map.groupBy(sorted, ({ eventKey }) => {
    const [prefix = ""] = eventKey.split(":");
    return prefixesOf(components).includes(prefix) ? prefix : "";
  });
  const place = (of: readonly Event[]) => sorted.findLastIndex((one) => of.includes(one));
  return [...groups].sort(([, one], [, other]) => place(one) - place(other));
}

function totalsOf([prefix, list]: readonly [string, readonly Event[]]) {
  const quantities = list.map(({ quantity }) => quantity);
  const bySize = quantities.toSorted((one, other) => Number(millionths(one) - millionths(other)));
  return {
    prefix,
    count: list.length,
    quantity: sixPlaces(added(quantities)),
    max: bySize.at(-1),
    last: quantities.at(-1),
    root: hashOf(list),
  };
}

const leafOf = ({ eventKey, quantity, occurredAt }: Event) => ({
  hash: sha256(`leaf\n${eventKey}\n${quantity}\n${occurredAt}`),
  sum: millionths(quantity),
});

const hashOf = (list: readonly Event[]) => `0x${treeOf(list.map(leafOf)).hash}`;

const base64Of = (hash: string) => Buffer.from(hash, "hex").toString("base64");

const millionths = (decimal: string) => BigInt(decimal.replace(".", ""));

const added = (decimals: readonly string[]) =>
  decimals.reduce((sum, decimal) => sum + millionths(decimal), 0n);
