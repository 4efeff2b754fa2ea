import * as fc from "fast-check";
import { expect, test } from "vitest";
import { placesIn } from "../../test/bills.ts";
import { histories, type Told } from "../../test/histories.ts";
import { honest, lies } from "../../test/lies.ts";
import { billHash, compareUsage, differencesInWords, verifyBill } from "../index.ts";

/** What is not good of what is told; the message of an error that ends the verification. */
async function problemsOf({ proof, usageEvents, usageRoots }: Told): Promise<readonly string[]> {
  try {
    const pages = [usageEvents.slice(0, 50), usageEvents.slice(50)];
    const findings = await verifyBill(
      proof,
      pages.filter(({ length }) => length > 0),
      async () => usageRoots,
    );
    return findings.flatMap(({ outcome, words }) => (outcome === "good" ? [] : words));
  } catch (error) {
    return [(error as Error).message];
  }
}

test("an honest bill is computed again", async () => {
  const { proof, usageEvents, usageRoots } = honest();
  const findings = await verifyBill(proof, [usageEvents], async () => usageRoots);
  expect(findings.map(({ outcome, words }) => `${outcome}: ${words}`)).toMatchInlineSnapshot(`
    [
      "good: The lines add up to exactly 80.663996 USDC.",
      "good: 81 usage events have exactly the counts, sums and hashes of the bill.",
      "good: Usage roots that go on from each other contain its 81 usage events, by the service’s clock at most 59 days after they occurred: 80 before the bill, which names root 4.",
      "good: By their rate cards, and with what the bills before counted, the periods from 2026-02-01 to 2026-03-01 and 2026-03-01 to 2026-04-01 cost exactly the amount, after 2.00 USDC that prepaid balances have paid, says the seller.",
      "good: Each line is the one that the rate card gives, with its units and its price.",
      "good: The bills before it follow each other from the first one on: they have the hashes that the bills name, and each counts what those before it counted.",
      "good: The hash of the bill is 0xfe5a07d7d5b7d70ebdc53d7cf55dec32df79b626865b42891785a5752cf61334.",
      "good: The record of the payment names this invoice: it has the hash of the invoice's id.",
      "good: It names the amount that was due, 79.163996 USDC: 80.663996 USDC less credit notes of 1.50 USDC.",
      "good: It names exactly this bill: its reference is the hash of the bill. Any change of the bill would give another hash.",
    ]
  `);
});

test("each lie is found and named, and also found if the service hashes it", async () => {
  expect(lies.length).toBeGreaterThan(40);
  for (const [name, change, found] of lies) {
    const told = honest();
    change(told);
    expect(await problemsOf(told), name).toContainEqual(expect.stringMatching(found));
    const hash = billHash(told.proof.bill);
    if (hash === honest().proof.billHash) continue;
    told.proof.billHash = hash;
    expect(await problemsOf(told), name).not.toEqual([]);
  }
});

test("no value of an event or a root can be another one", async () => {
  const placesOf = ({ usageEvents, usageRoots }: Told) => placesIn({ usageEvents, usageRoots });
  for (let at = 0; at < placesOf(honest()).length; at += 5) {
    const told = honest();
    const { parent, name } = placesOf(told)[at] ?? { parent: {}, name: "" };
    const value = parent[name];
    if (typeof value === "number") parent[name] = value + 1;
    if (typeof value === "string") parent[name] = value.replace(/\d/, (digit) => `${9 - +digit}`);
    if (value !== null) expect(await problemsOf(told), `${name}: ${value}`).not.toEqual([]);
  }
});

test("the bills of generated subscriptions verify, and those that count credits say so", async () => {
  let bills = 0;
  const seen = { prepaid: 0, negative: 0 };
  await fc.assert(
    fc.asyncProperty(histories, async (told) => {
      for (const { proof, usageEvents, usageRoots } of told) {
        const findings = await verifyBill(proof, [usageEvents], async () => usageRoots);
        const others = findings.filter(({ outcome }) => outcome !== "good");
        for (const one of others) {
          expect(one).toEqual({
            outcome: "open",
            words: expect.stringMatching(/^Before bill \d, /),
          });
        }
        bills += 1;
        const periods = proof.bill.usage?.periods ?? [];
        seen.prepaid += periods.some(({ prepaid }) => /[1-9]/.test(prepaid ?? "")) ? 1 : 0;
        seen.negative += periods.some(({ charge }) => charge?.startsWith("-")) ? 1 : 0;
      }
    }),
    { numRuns: 250, seed: 40 },
  );
  expect(bills).toBeGreaterThan(500);
  expect(seen.prepaid).toBeGreaterThan(200);
  expect(seen.negative).toBeGreaterThan(3);
});

test("pages that never end are not read on", async () => {
  const { proof } = honest();
  function* endless() {
    for (;;) yield [];
  }
  await expect(verifyBill(proof, endless())).rejects.toThrow(
    "After a page without usage events there is another one.",
  );
});

test("the log of a payer is compared in any form of its values", async () => {
  const { proof, usageEvents } = honest();
  const log = usageEvents.map(({ eventKey, quantity, occurredAt }) => ({
    ...{ eventKey, quantity: Number(quantity) },
    occurredAt: occurredAt.replace("Z", "+00:00"),
  }));
  const same = await compareUsage(proof.bill, usageEvents, log);
  expect(differencesInWords(same)).toEqual([
    { outcome: "good", words: "Your log has exactly the usage events of the bill." },
  ]);
  const empty = await compareUsage(proof.bill, usageEvents, []);
  expect(differencesInWords(empty)[0]?.words).toMatch(
    /^Events of the bill that are not in your log, 81: seats:40, (?:[\w:]+, ){4}…\.$/,
  );
  const corrected = usageEvents.map((event, place) =>
    place === 0 ? { ...event, eventKey: `${event.eventKey}~corrected~corrected` } : event,
  );
  expect(await compareUsage(proof.bill, corrected, log)).toEqual(same);
  const wrong = compareUsage(proof.bill, usageEvents, [
    { eventKey: "a", quantity: "1", occurredAt: "" },
  ]);
  await expect(wrong).rejects.toThrow("occurredAt of event 1 must be an ISO 8601 date-time");
  await expect(compareUsage({ ...proof.bill, usage: null }, [], log)).rejects.toThrow(
    "The bill bills no usage that the service measured.",
  );
});
