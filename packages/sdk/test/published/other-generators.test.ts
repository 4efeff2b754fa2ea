import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import openapiTypes, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testKey, useService } from "../../../../apps/api/test/harness/service.ts";
import { ToolsProject } from "../tools-project.ts";

/* The document is not for our own generator alone: clients that others make of it work as well. */

const service = useService();
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const project = new ToolsProject();
beforeAll(() => project.install(), 300_000);
afterAll(() => project.remove());

/**
 * From a service to an invoice that is paid, and what is refused on the way.
 *
 * @param call a function of the program: it calls an operation with a body or path parameters, and returns `{status, body}`
 */
const program = (call: string) => `
${call}
const done = async (operation: Parameters<typeof call>[0], input: object) => {
  const { status, body } = await call(operation, input);
  if (status >= 300) throw new Error(operation + " " + status + " " + JSON.stringify(body));
  return body as any;
};
const owner = { email: "seller@example.com" };
const { service } = await done("services-create", { body: { name: "Weather API", status: "ACTIVE", owner } });
const serviceId = service.id;
const { plan } = await done("plans-create", {
  path: { serviceId },
  body: { name: "Metered", pricingType: "USAGE_BASED", billingInterval: "MONTH", amount: "0.0025" },
});
const paymentPlanId = plan.id;
const { checkoutSession } = await done("checkoutSessions-create", { body: { serviceId, paymentPlanId } });
const completed = await done("checkoutSessions-complete", {
  path: { checkoutSessionId: checkoutSession.id },
  body: { user: { email: "pat@example.com" } },
});
const { id: subscriptionId, userId } = completed.checkoutSession.subscriptions[0];
const event = { serviceId, subscriptionId, userId, eventKey: "requests", quantity: "250" };
await done("usageEvents-create", { body: event });
const again = await call("usageEvents-create", { body: event });
const drafted = await done("invoices-create", { body: { serviceId, paymentPlanId, userId, subscriptionId, amount: "0.625" } });
const { invoice } = await done("invoices-finalize", { path: { invoiceId: drafted.invoice.id }, body: {} });
const { settlement, chain } = await done("settlements-create", {
  body: {
    invoiceId: invoice.id,
    referenceHash: "0x" + crypto.randomUUID().replaceAll("-", "").repeat(2),
    payerAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    merchantAddress: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  },
});
const listed = await done("invoices-list", { query: { serviceId, status: "PAID" } });
console.log(again.status, again.body.error);
console.log(settlement.status, chain.receiptStatus, listed.invoices[0].amount);
`;
const printed =
  "409 A database record with these unique fields already exists.\nCONFIRMED success 0.625000\n";

const compilerOptions = {
  ...{ target: "ES2022", module: "ESNext", moduleResolution: "Bundler" },
  ...{ lib: ["DOM", "ES2022", "DOM.Iterable"], types: ["node"] },
  ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true },
};

/** Compiles a program that uses a generated client, and runs it. @returns what both print */
async function printedBy(file: string, text: string): Promise<string> {
  project.write(file, text);
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: [file] }));
  const compiled = await project.run(["node_modules/typescript/bin/tsc"]);
  return compiled + (await project.run([file], { URL: service().url, KEY: testKey }));
}

it("@hey-api/openapi-ts: its client compiles and works", async () => {
  await createClient({
    input: at("../../openapi.json"),
    output: { path: project.path("hey-api"), module: { extension: ".ts" } },
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    logs: { level: "silent" },
  });
  const call = `
    import { client } from "./hey-api/client.gen.ts";
    import * as usance from "./hey-api/index.ts";
    client.setConfig({ baseUrl: process.env["URL"] as string, auth: process.env["KEY"] as string });
    // @ts-expect-error: a plan needs an amount
    usance.plansCreate.bind(null, { path: { serviceId: "" }, body: { name: "A", pricingType: "FREE" } });
    const call = async (operation: string, input: object) => {
      const name = operation.replace(/-(.)/, (_, first) => first.toUpperCase());
      const { data, error, response } = await (usance as any)[name](input);
      return { status: response.status, body: data ?? error };
    };`;
  expect(await printedBy("hey-api.ts", program(call))).toBe(printed);
});

it("openapi-typescript and openapi-fetch: their client compiles and works", async () => {
  const types = await openapiTypes(new URL("../../openapi.json", import.meta.url), {
    silent: true,
  });
  project.write("openapi-types.ts", astToString(types));
  const call = `
    import createClient from "openapi-fetch";
    import type { paths } from "./openapi-types.ts";
    const headers = { Authorization: "Bearer " + process.env["KEY"] };
    const client = createClient<paths>({ baseUrl: process.env["URL"] as string, headers });
    // @ts-expect-error: a plan needs an amount
    () => client.POST("/api/v1/services/{serviceId}/plans", { params: { path: { serviceId: "" } }, body: { name: "A" } });
    const paths = ${JSON.stringify(placesOfOperations())} as any;
    const call = async (operation: string, { path, query, body }: any) => {
      const [method, place] = paths[operation];
      const answer = await (client as any)[method](place, { params: { path, query }, body });
      return { status: answer.response.status, body: answer.data ?? answer.error };
    };`;
  expect(await printedBy("openapi-fetch.ts", program(call))).toBe(printed);
});

/** `{"services-create": ["POST", "/api/v1/services"]}` */
function placesOfOperations(): Record<string, [method: string, path: string]> {
  const document = JSON.parse(readFileSync(at("../../openapi.json"), "utf8"));
  return Object.fromEntries(
    Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(
      ([path, item]) =>
        Object.entries(item).map(([method, { operationId }]) => [
          operationId,
          [method.toUpperCase(), path] as const,
        ]),
    ),
  );
}
