import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type BilledInvoice, type UsageEvent, type UsanceClient, usageHash } from "@usance/sdk";
import { describe, expect, it } from "vitest";
import { blocksOf } from "../../../apps/api/test/harness/blocks.ts";
import { useDeliverer } from "../../../apps/api/test/harness/deliveries.ts";
import { runDocumentedCalls } from "../../../apps/api/test/harness/documented-calls.ts";
import { restDoor } from "../../../apps/api/test/harness/doors.ts";
import { payments, useService } from "../../../apps/api/test/harness/service.ts";
import { Story } from "../../../apps/api/test/harness/story.ts";
import { run, runUsance } from "../../../apps/api/test/processes/entry.ts";
import { runBiller } from "../../../apps/biller/src/index.ts";
import { clientOf, firstStart, payCheckout, switchedOn } from "./example.ts";

/*
 * README.md is followed to the letter: programs are started by the package's scripts, and calls are made. The code of
 * docs/metering.md and docs/usage-hash.md is code that runs: the example's, and what stands here.
 */

const service = useService(payments);
useDeliverer(service);
const folder = new URL("../", import.meta.url);

it("the example starts, gets a subscriber, serves calls and bills them as its README shows", async () => {
  const readme = await readFile(new URL("README.md", folder), "utf8");
  const { scripts } = JSON.parse(await readFile(new URL("package.json", folder), "utf8"));
  const environment = await firstStart(service().url);
  const url = `http://127.0.0.1:${environment.PORT}`;
  const page = readme.replaceAll("http://127.0.0.1:4000", url);
  service().clock.set(new Date().toISOString()); // a webhook of another time is refused

  const script = `cd "${fileURLToPath(folder)}" && exec ${scripts.start}`;
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;

  expect(page).toContain("--filter @usance/metered-express start\n");
  const api = run(["sh", "-c", script], { ...environment, PATH });
  await api.printed(/^Daylight API on /m);
  const variables: Record<string, string> = {};
  const held = await runDocumentedCalls(page, url, variables, async (answer) => {
    const { apiKey, checkoutUrl } = answer as { apiKey?: string; checkoutUrl?: string };
    if (apiKey !== undefined) variables.API_KEY = apiKey;
    if (checkoutUrl === undefined) return;
    await payCheckout(service, checkoutUrl.split("/").at(-1) ?? "", "100");
    await switchedOn({ url }, variables.API_KEY ?? "");
  });
  expect(held).toBe(3);
  api.signal("SIGTERM");
  expect(await api.ended).toBe(0);

  const [, words = ""] = /pnpm@\S+ usance (biller plan)\n/.exec(page) ?? [];
  const plan = runUsance(words.split(" "), environment);
  expect(await plan.ended).toBe(0);
  const [, documented = ""] = /```text\n(.*\n)```/.exec(page) ?? [];
  expect(withoutIdsAndTimes(plan.out())).toBe(withoutIdsAndTimes(documented));

  service().clock.advance(32 * 86_400);
  const terms = { graceSeconds: 3_600, leastAmount: "0.001" };
  const billing = { usance: clientOf(service), ...terms, say: () => undefined };
  expect(await runBiller(billing)).toBe(0);
  expect(await runBiller(billing)).toBe(0);
  const { invoices } = await clientOf(service).invoices.list();
  expect(invoices).toMatchObject([{ status: "PAID", amount: "0.005000" }]);
});

const withoutIdsAndTimes = (line: string) =>
  line.replaceAll(/\b[a-z0-9]{24}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…");

describe("metering an API", () => {
  const story = new Story(restDoor, service);

  it("is shown by code that runs", async () => {
    const files = (await readdir(new URL("src/", folder))).map(
      (name) => new URL(`src/${name}`, folder),
    );
    const sources = await Promise.all(
      [...files, new URL(import.meta.url)].map((file) => readFile(file, "utf8")),
    );
    const pages = await Promise.all(
      ["metering", "usage-hash"].map((page) =>
        readFile(new URL(`../../docs/${page}.md`, folder), "utf8"),
      ),
    );
    const blocks = pages.flatMap((page) => blocksOf(page, "ts"));

    expect(blocks).toHaveLength(2);
    for (const block of blocks) {
      const isThere = sources.some((source) => unindented(source).includes(unindented(block)));
      expect(isThere, block).toBe(true);
    }
  });

  it("hashes a period's events as the service hashes an invoice's", async () => {
    const { id, serviceId, userId, paymentPlanId } = await story.aSubscription();
    const to = { serviceId, userId, paymentPlanId, subscriptionId: id };
    const { invoice } = await story.done("invoices.create", { ...to, amount: "0.0075" });
    for (const [day, of] of [
      ["01", {}],
      ["02", { invoiceId: invoice.id }],
      ["03", {}],
    ] as const) {
      const occurredAt = `2026-02-${day}T12:00:00Z`;
      await story.done(
        "usageEvents.create",
        story.usageOf({ id, serviceId, userId }, { occurredAt, ...of }),
      );
    }

    const from = "2026-02-02T00:00:00.000Z";
    const made = await hashOf(clientOf(service), invoice, id, from, "2026-02-03T00:00:00.000Z");

    const { usageHash: its } = await story.done("invoices.usageHash", { invoiceId: invoice.id });
    expect(made).toBe(its.usageHash);
  });
});

/** As the guide makes it. */
async function hashOf(
  usance: UsanceClient,
  invoice: BilledInvoice,
  subscriptionId: string,
  from: string,
  to: string,
): Promise<string> {
  const events: UsageEvent[] = [];
  const time = { occurredFrom: from, occurredTo: to };
  for await (const event of usance.usageEvents.list({ subscriptionId, ...time, limit: 100 })) {
    events.push(event);
  }
  const referenceHash = usageHash(invoice, events);
  return referenceHash;
}

const unindented = (code: string) => code.replaceAll(/^ +/gm, "");
