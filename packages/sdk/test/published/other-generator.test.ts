import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient } from "@hey-api/openapi-ts";
import { expect, it, onTestFinished } from "vitest";
import { testKey, useService } from "../../../../apps/api/test/harness/service.ts";

/* The document is not for our own generator alone: a client that another one makes of it works as well. */

const service = useService();
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** From a service to an invoice that is paid, and what is refused on the way. */
const program = `
import { client } from "./client/client.gen.ts";
import * as usance from "./client/index.ts";

client.setConfig({ baseUrl: process.env["URL"] as string, auth: process.env["KEY"] as string });
const throwOnError = true;
const { data: sold } = await usance.servicesCreate({
  throwOnError,
  body: { name: "Weather API", status: "ACTIVE", owner: { email: "seller@example.com" } },
});
const serviceId = sold.service.id;
const { data: priced } = await usance.plansCreate({
  throwOnError,
  path: { serviceId },
  body: { name: "Metered", pricingType: "USAGE_BASED", billingInterval: "MONTH", amount: "0.0025" },
});
const paymentPlanId = priced.plan.id;
const { data: begun } = await usance.checkoutSessionsCreate({
  throwOnError,
  body: { serviceId, paymentPlanId },
});
const { data: completed } = await usance.checkoutSessionsComplete({
  throwOnError,
  path: { checkoutSessionId: begun.checkoutSession.id },
  body: { user: { email: "pat@example.com" } },
});
const subscription = completed.checkoutSession.subscriptions[0];
if (subscription === undefined) throw new Error("no subscription");
const { id: subscriptionId, userId } = subscription;
const event = { serviceId, subscriptionId, userId, eventKey: "requests", quantity: "250" };
await usance.usageEventsCreate({ throwOnError, body: event });
const again = await usance.usageEventsCreate({ body: event });
const { data: billed } = await usance.invoicesCreate({
  throwOnError,
  headers: { "Idempotency-Key": "january" },
  body: { serviceId, paymentPlanId, userId, subscriptionId, amount: "0.625", status: "OPEN" },
});
const { data: paid } = await usance.settlementsCreate({
  throwOnError,
  body: {
    invoiceId: billed.invoice.id,
    referenceHash: \`0x\${"5e".repeat(32)}\`,
    payerAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    merchantAddress: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  },
});
const { data: listed } = await usance.invoicesList({
  throwOnError,
  query: { serviceId, status: "PAID" },
});
// @ts-expect-error: a plan needs an amount
usance.plansCreate.bind(null, { path: { serviceId }, body: { name: "A", pricingType: "FREE" } });
console.log(again.response?.status, again.error?.error);
console.log(paid.settlement.status, paid.chain.receiptStatus, listed.invoices.map(({ amount }) => amount));
`;

it("another generator makes a client of the document, with correct types and calls", async () => {
  const folder = mkdtempSync(join(tmpdir(), "usance-generated-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await createClient({
    input: at("../../openapi.json"),
    output: { path: join(folder, "client"), module: { extension: ".ts" } },
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    logs: { level: "silent" },
  });
  const compilerOptions = {
    ...{ target: "ES2022", module: "NodeNext", lib: ["DOM", "ES2022", "DOM.Iterable"] },
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true },
    types: [at("../../../../node_modules/@types/node")],
  };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(join(folder, "program.ts"), program);
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, args, {
      env: { ...process.env, URL: service().url, KEY: testKey },
    }).catch((failed: { stdout: string; stderr: string }) => failed);

  const compiled = await run(at("../../node_modules/typescript/bin/tsc"), "-p", folder);
  const { stdout, stderr } = await run(join(folder, "program.ts"));

  expect(compiled.stdout).toBe("");
  expect(stderr).toBe("");
  expect(stdout).toBe(
    "409 A database record with these unique fields already exists.\n" +
      "CONFIRMED success [ '0.625000' ]\n",
  );
});
