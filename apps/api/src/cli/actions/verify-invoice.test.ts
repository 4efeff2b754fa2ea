import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBilledRoots, verifyBill } from "@usance/proofs";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { settleAll } from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { linkTokenOf, signedByLink } from "../../../test/harness/invoice-link.ts";
import { linkedRoots } from "../../../test/harness/linked-roots.ts";
import { makeAllRoots } from "../../../test/harness/make-roots.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { aPayer } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { usance } from "../../../test/harness/usance.ts";
import { hasNoControl } from "../../kit/readable-text.ts";

/* `usance verify` of an invoice. packages/proofs tests what is found in a bill. */

const service = useService(payments);
const story = new Story(restDoor, service);
const day = 86_400;
let folder: string;
/** The last of three daily bills, which counts late usage of the day before. It was paid on its page. */
let bill: { readonly id: string; readonly linkToken: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usance-verify-test-"));
  const subscription = await story.aSubscription({ billingInterval: "DAY" });
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const tiers = [
    { upTo: "10", unitAmount: "1" },
    { upTo: null, unitAmount: "0.5" },
  ];
  const requests = { type: "GRADUATED", description: "Requests", prefix: "requests", tiers };
  await story.aRateCard({ paymentPlanId, components: [requests] });
  const start = Date.parse(subscription.currentPeriodStart);
  const use = (key: string, onDay: number) => {
    const occurredAt = new Date(start + onDay * day * 1_000).toISOString();
    return story.aUsageEvent(subscription, {
      eventKey: `requests:${key}`,
      quantity: "12.000001",
      occurredAt,
    });
  };
  for (const at of [0, 1, 2]) {
    await use(`on day ${at}`, at);
    if (at === 2) await use("late", 1);
    // The last bill names no root with its usage: the root after it contains that.
    if (at < 2) await makeAllRoots(service());
    service().clock.advance(day + 3_600);
    const { upcomingInvoice } = await story.done("subscriptions.upcomingInvoice", {
      subscriptionId,
    });
    const { amount, lines, billNumber, periodStart, periodEnd } = upcomingInvoice;
    const { invoice } = await story.done("invoices.create", {
      ...{ serviceId, paymentPlanId, userId, subscriptionId, status: "OPEN" },
      ...{ amount, lines, billNumber, periodStart, periodEnd },
    });
    bill = { id: invoice.id, linkToken: linkTokenOf(invoice) };
  }
  const payoutAddress = `0x${randomBytes(20).toString("hex")}`;
  await story.done("services.update", { serviceId, payoutAddress });
  const payer = await aPayer(service());
  await story.done("invoiceLinks.pay", await signedByLink(story, bill.linkToken, payer));
  await settleAll(service());
  await makeAllRoots(service());
});
afterAll(() => rm(folder, { recursive: true }));

const pageOf = ({ linkToken }: typeof bill, url = service().url) =>
  `${url}/checkout/invoices/${linkToken}`;
const host = () => new URL(service().url).host;
const rpc = () => ({ SETTLEMENT_RPC_URL: service().anvil.url });

const moved = "note  The transaction moved the amount from the payer, and to the seller.";

/** What is not good in what it prints. */
const problemsIn = (lines: readonly string[]) => lines.filter((line) => !line.startsWith("ok "));

/** The file with what a receipt saves, and all earlier bills. */
async function proofFile(change: (file: ProofFile) => void = () => undefined): Promise<string> {
  const { proof } = await story.done("invoices.proof", { invoiceId: bill.id });
  const { linkToken } = bill;
  const { usageEvents } = await story.done("invoiceLinks.usageEvents", { linkToken });
  let usageRoots: unknown;
  await verifyBill(proof, [usageEvents], async (usage) => {
    const read = await readBilledRoots(linkedRoots(story, linkToken), usage);
    usageRoots = read;
    return read;
  });
  const told = { proof, usageEvents, usageRoots };
  change(told);
  const file = join(folder, "proof.json");
  await writeFile(file, JSON.stringify(told));
  return file;
}
// biome-ignore lint/suspicious/noExplicitAny: a test changes any field of it
type ProofFile = any;

it("is verified from a file with the bills before it, up to the transfer on the chain", async () => {
  const { code, lines } = await usance(["verify", await proofFile()], rpc());

  expect(problemsIn(lines)).toEqual([moved, "Verified"]);
  expect(lines).toEqual(
    expect.arrayContaining([
      "ok    3 usage events have exactly the counts, sums and hashes of the bill.",
      expect.stringMatching(/^ok {4}The bills before it follow each other from the first one on: /),
      expect.stringMatching(/^ok {4}amount of the event: expected \d+, found \d+$/),
    ]),
  );
  expect(code).toBe(0);
});

it("is read from the address of its page, with the bills before it, and saved", async () => {
  const file = join(folder, "saved.json");
  const { code, lines } = await usance(["verify", pageOf(bill), "--save", file], rpc());

  expect(problemsIn(lines)).toEqual([moved, "Verified"]);
  expect(code).toBe(0);
  expect((await usance(["verify", file], rpc())).lines).toEqual(lines);
  const wrong = await proofFile(({ proof }) =>
    Object.assign(proof.bill.usage, { billBefore: null }),
  );
  const unread = await usance(["verify", wrong, "--save", file], rpc());
  expect(unread.lines).toContain("open  The proof was not saved, because not all of it was read.");
  expect(unread.code).toBe(1);
  expect((await usance(["verify", file], rpc())).lines).toEqual(lines);
  const nowhere = join(folder, "none", "saved.json");
  const { notes } = await usance(["verify", file, "--save", nowhere], rpc());
  expect(notes.join()).toContain("saved.json cannot be written: ENOENT");
});

it("without a chain is verified as far as possible", async () => {
  const none = { DATA_DIR: folder };
  const { code, lines } = await usance(["verify", await proofFile()], none);
  expect(problemsIn(lines)).toEqual([
    "open  SETTLEMENT_RPC_URL is not set, and `pnpm dev` is not running here.",
    "Not verified completely: SETTLEMENT_RPC_URL is not set, and `pnpm dev` is not running here.",
  ]);
  expect(code).toBe(2);
  const nowhere = await usance(["verify", await proofFile()], {
    SETTLEMENT_RPC_URL: "http://127.0.0.1:9",
  });
  expect(nowhere.lines).toContain("open  The settlement chain could not be reached.");
});

it("that was changed is not verified, and the first difference is the reason", () =>
  forRows<readonly [string, (file: ProofFile) => unknown, RegExp]>(
    [
      [
        "an event",
        ({ usageEvents }) => usageEvents.pop(),
        /^2 usage events: not those of the bill\. /,
      ],
      [
        "an event twice",
        ({ usageEvents }) => usageEvents.push(usageEvents[0]),
        / is there twice\.$/,
      ],
      [
        "the amount",
        ({ proof }) => Object.assign(proof.bill, { amount: "1.000000" }),
        /^The lines do not add up to 1\.00 USDC\.$/,
      ],
      [
        "a root",
        ({ usageRoots }) => Object.assign(usageRoots[0], { eventCount: 7 }),
        /^Usage root 2 is not what its fields and the root before say\.$/,
      ],
      [
        "a field that no bill has",
        ({ proof }) => Object.assign(proof.bill, { note: "" }),
        /^bill has no field note\.$/,
      ],
      [
        "the payer",
        ({ proof }) => Object.assign(proof.settlement.event, { payer: `0x${"00".repeat(20)}` }),
        /^payer of the event, hash of these fields in recordOf$/,
      ],
      [
        "a tier",
        ({ proof }) => Object.assign(proof.rateCards[0].components[0].tiers[0], { upTo: "9" }),
        /^The rate card of the period from .* is not the one that the bill names\.$/,
      ],
    ],
    async (_, change, reason) => {
      const { code, lines } = await usance(["verify", await proofFile(change), "--json"], rpc());
      const json = JSON.parse(lines.join(""));
      expect(json).toMatchObject({ verified: false, reason: expect.stringMatching(reason) });
      expect(code).toBe(1);
    },
  ));

it("is compared with the payer's own log", async () => {
  const { usageEvents } = await story.done("invoiceLinks.usageEvents", {
    linkToken: bill.linkToken,
  });
  const [first, second, third] = usageEvents;
  const write = async (name: string, events: readonly object[]) => {
    const log = join(folder, name);
    await writeFile(log, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
    return log;
  };
  const compared = async (log: string, ...words: string[]) =>
    usance(["verify", await proofFile(), "--against", log, ...words], rpc());
  const before = { ...first, eventKey: "requests:before", occurredAt: "2020-01-01T00:00:00Z" };
  const other = { ...first, eventKey: "requests:other", subscriptionId: "another" };
  const same = { eventKey: third.eventKey, quantity: "12.00000100" };

  const log = await write("log.ndjson", [first, first, second, same, before, other]);
  const right = await compared(log);
  expect(right.lines).toContain("ok    Your log has exactly the usage events of the bill.");
  expect([right.lines.at(-1), right.code]).toEqual(["Verified", 0]);

  const changed = { ...second, quantity: "12.000002" };
  const mine = { eventKey: "requests:mine", quantity: "1" };
  const wrong = await compared(await write("wrong.ndjson", [first, changed, mine]));
  expect(problemsIn(wrong.lines).slice(0, 3)).toEqual([
    `FAIL  Events of the bill that are not in your log, 1: ${third.eventKey}.`,
    "FAIL  Events of your log that are not in the bill, 1: requests:mine.",
    `FAIL  Events with other values, 1: ${second.eventKey} (12.000002 at ${second.occurredAt} in your log, 12.000001 at ${second.occurredAt} in the bill).`,
  ]);
  expect(wrong.code).toBe(1);
  const { lines } = await compared(join(folder, "wrong.ndjson"), "--json");
  expect(JSON.parse(lines.join("")).differences).toEqual({
    onlyBilled: [third],
    onlyOwn: [mine],
    different: [{ billed: second, own: changed }],
  });

  await writeFile(
    join(folder, "usage.csv"),
    `eventKey,quantity\n${usageEvents.map((one: typeof first) => `${one.eventKey},${one.quantity}\n`).join("")}`,
  );
  expect((await compared(join(folder, "usage.csv"))).code).toBe(0);
  await forRows<readonly [string, string]>(
    [
      [
        await write("bad.ndjson", [{}]),
        "bad.ndjson cannot be compared: eventKey of event 1 must be valid Unicode text, and not empty.",
      ],
      [
        await write("minus.ndjson", [{ eventKey: "a", quantity: "-1" }]),
        "minus.ndjson cannot be compared: quantity of event 1 must be a non-negative decimal with at most six decimal places, as a string.",
      ],
      [join(folder, "none.ndjson"), "none.ndjson cannot be compared: ENOENT"],
      [join(folder, "log.txt"), "Name the format with --format csv or --format ndjson."],
    ],
    async (file, message) => {
      const { code, notes } = await compared(file);
      expect([code, notes.join()]).toEqual([2, expect.stringContaining(message)]);
    },
  );
});

it("that has words for a terminal shows them as text", async () => {
  const file = await proofFile(({ proof }) => {
    proof.bill.lines[0].description = "\u001b[2J\u202eabc";
  });
  const { lines } = await usance(["verify", file], rpc());
  expect(lines.filter((line) => !hasNoControl(line))).toEqual([]);
  expect(lines.join()).toContain("\\u001b[2J\\u202eabc");
});

it("that is not paid is verified as far as possible, and what is no invoice is refused in words", async () => {
  const linkToken = linkTokenOf(await story.anInvoice());
  const open = await usance(["verify", pageOf({ ...bill, linkToken })]);
  expect(open.lines).toContain("open  The invoice is not paid.");
  expect(open.code).toBe(2);
  await forRows<readonly [string, string]>(
    [
      [
        pageOf({ ...bill, linkToken: "0".repeat(32) }),
        `${host()} refuses: Invoice link was not found.`,
      ],
      [
        `${service().url}/checkout`,
        `error: ${service().url}/checkout is not the address of an invoice's page.`,
      ],
      [
        pageOf(bill, "http://127.0.0.1:9"),
        "127.0.0.1:9 does not answer: connect ECONNREFUSED 127.0.0.1:9",
      ],
    ],
    async (source, message) => {
      expect(await usance(["verify", source], rpc())).toEqual({
        code: 2,
        lines: [],
        notes: [message],
      });
    },
  );
});

it("that was just made is read again until its usage is in a root", async () => {
  const { proof, usageEvents, usageRoots } = JSON.parse(await readFile(await proofFile(), "utf8"));
  let asked = 0;
  const answerTo = (path: string) => {
    if (path.endsWith("/config.json")) return {};
    if (path.endsWith("/proof")) return { proof };
    if (path.includes("/usage-roots")) {
      return { usageRoots: usageRoots.toReversed(), nextCursor: null };
    }
    asked += 1;
    const isMade = asked > 1;
    const events = usageEvents.map((event: object) => (isMade ? event : { ...event, root: null }));
    return { usageEvents: events, nextCursor: null };
  };
  const server = createServer(({ url = "" }, response) => {
    response.end(JSON.stringify(answerTo(url)));
  });
  onTestFinished(() => void server.close());
  const { url } = await onFreePort(server);

  const { lines } = await usance(["verify", pageOf(bill, url)], rpc());
  expect([lines.at(-1), asked]).toEqual(["Verified", 2]);
});

it("of a hostile service is read with limits", async () => {
  const serve = async (answer: (...of: Parameters<RequestListener>) => unknown) => {
    const server = createServer(answer);
    onTestFinished(() => void server.close());
    return (await onFreePort(server)).url;
  };
  const large = await serve((_, response) => response.end(`"${"x".repeat(17 * 1_024 * 1_024)}"`));
  expect((await usance(["verify", pageOf(bill, large)], rpc())).notes).toEqual([
    expect.stringMatching(/ does not answer: Response content exceeded max size$/),
  ]);
  let refused = 0;
  const busy = await serve((_, response) => {
    refused += 1;
    response.writeHead(429, { "Retry-After": "0" }).end('{"error": "Too many requests."}');
  });
  expect((await usance(["verify", pageOf(bill, busy)], rpc())).notes).toEqual([
    `${new URL(busy).host} refuses: Too many requests.`,
  ]);
  expect(refused).toBe(3);
  const page = await serve((_, response) => response.end("<html>"));
  expect((await usance(["verify", pageOf(bill, page)], rpc())).notes).toEqual([
    `${new URL(page).host} answers with 200, and not with JSON.`,
  ]);
  await forRows<readonly [object, number, string]>(
    [
      [{ error: { toString: 1 } }, 400, "refuses: 400"],
      [{ apiUrl: "//[" }, 200, "//[/api/v1/invoice-links/"],
      [{ apiUrl: "file:///etc/passwd" }, 200, "is not an address that can be asked."],
      [{ apiUrl: 5 }, 200, "is not a proof: apiUrl: Invalid input"],
    ],
    async (answer, status, words) => {
      const url = await serve((_, response) =>
        response.writeHead(status).end(JSON.stringify(answer)),
      );
      const { code, notes } = await usance(["verify", pageOf(bill, url)], rpc());
      expect([code, notes.join()]).toEqual([2, expect.stringContaining(words)]);
    },
  );
  const { proof } = await story.done("invoices.proof", { invoiceId: bill.id });
  let pages = 0;
  const endless = await serve(({ url }, response) => {
    if (url?.endsWith("/config.json")) return response.end("{}");
    pages += 1;
    const occurredAt = proof.bill.periodStart;
    const usageEvents = Array.from({ length: 1_000 }, (_, at) => {
      return { eventKey: `requests:${pages}-${at}`, quantity: "1.000000", occurredAt };
    });
    const isProof = url?.endsWith("/proof");
    return response.end(
      JSON.stringify(isProof ? { proof } : { usageEvents, nextCursor: String(pages) }),
    );
  });
  expect((await usance(["verify", pageOf(bill, endless)], rpc())).lines.at(-1)).toMatch(
    /^Not verified: 1,000 usage events: not those of the bill\. /,
  );
  expect(pages).toBe(2);
});
