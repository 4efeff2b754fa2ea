import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { blocksOf } from "../../../apps/api/test/harness/blocks.ts";
import { useDeliverer } from "../../../apps/api/test/harness/deliveries.ts";
import { runDocumentedCalls } from "../../../apps/api/test/harness/documented-calls.ts";
import { payments, useService } from "../../../apps/api/test/harness/service.ts";
import { run, runUsance } from "../../../apps/api/test/processes/entry.ts";
import { runBiller } from "../../../apps/biller/src/index.ts";
import { clientOf, firstStart, payCheckout, switchedOn } from "./example.ts";

/*
 * README.md is followed to the letter: programs are started by the package's scripts, and calls are made. The code of
 * docs/metering.md is code that runs: the example's, and what stands here.
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
  it("is shown by code that runs", async () => {
    const files = (await readdir(new URL("src/", folder))).map(
      (name) => new URL(`src/${name}`, folder),
    );
    const sources = await Promise.all(
      [...files, new URL(import.meta.url)].map((file) => readFile(file, "utf8")),
    );
    const page = await readFile(new URL("../../docs/metering.md", folder), "utf8");
    const blocks = blocksOf(page, "ts");

    expect(blocks).toHaveLength(1);
    for (const block of blocks) {
      const isThere = sources.some((source) => unindented(source).includes(unindented(block)));
      expect(isThere, block).toBe(true);
    }
  });
});

const unindented = (code: string) => code.replaceAll(/^ +/gm, "");
