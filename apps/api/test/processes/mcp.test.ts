import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect, it, onTestFinished } from "vitest";
import { restDoor } from "../harness/doors.ts";
import { forRows } from "../harness/for-rows.ts";
import { aPayableInvoice } from "../harness/invoice-link.ts";
import { payments, testKey, useService } from "../harness/service.ts";
import { aSeller, Story } from "../harness/story.ts";
import { runUsance } from "./entry.ts";
import { machinePath, root } from "./program.ts";
import { about, clientOf2025, clientOf2026, program } from "./stdio-assistants.ts";

const service = useService(payments);
const clients = [
  ['a client of 2026, "auto"', clientOf2026()],
  ["a client of 2026, pinned", clientOf2026({ pin: "2026-07-28" })],
  ["a client of 2025", clientOf2025],
] as const;

it("an assistant that starts `usance mcp` can answer why Dan has not paid", async () => {
  const seller = await aSeller(service);
  const story = new Story(restDoor, service, seller);
  const { id: serviceId } = await story.aService();
  const { id: paymentPlanId } = await story.aPlan(serviceId);
  const of = { serviceId, paymentPlanId };
  const { id: subscriptionId, userId } = await story.subscribe(of, "dan@example.com");
  const invoice = await aPayableInvoice(story, { ...of, subscriptionId, userId });

  await forRows(clients, async (_, start) => {
    const call = await start([], { USANCE_URL: `${service().url}/`, USANCE_API_KEY: seller.key });
    expect(await call("subscribers_list", { search: "dan" })).toMatchObject({
      structuredContent: { subscribers: [{ id: userId }] },
    });
    expect(await call("invoices_list", { userId })).toMatchObject({
      structuredContent: { invoices: [{ id: invoice.id, status: "OPEN" }] },
    });
    expect(await call("invoices_explain", { invoiceId: invoice.id })).toMatchObject({
      structuredContent: {
        explanation: {
          reason: "Nobody has paid yet.",
          remedies: ["Send the subscriber the invoice's link to pay."],
        },
      },
    });
    await expect(call("no_tool", {})).rejects.toThrow("There is no such tool.");
  });
});

it("questions reach the user through it, and the answers the service", async () => {
  const story = new Story(restDoor, service);
  const { id: invoiceId } = await story.anInvoice();
  const capabilities = { elicitation: { form: {} } };
  const client = new Client2(about, { versionNegotiation: { mode: "auto" }, capabilities });
  const asked: string[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return { action: "accept", content: { confirm: true } };
  });
  const env = { USANCE_URL: service().url, USANCE_API_KEY: testKey };
  await client.connect(new StdioClientTransport(program(["mcp"], env)));
  onTestFinished(() => client.close());

  await client.callTool({ name: "invoices_void", arguments: { invoiceId } });

  expect(asked).toEqual([`Void an invoice? {"invoiceId":"${invoiceId}"}`]);
  expect((await story.done("invoices.get", { invoiceId })).invoice.status).toBe("VOID");
});

it("an assistant can start it by the settings that docs/mcp.md shows", async () => {
  const page = readFileSync(join(root, "docs/mcp.md"), "utf8");
  const blocks = Array.from(page.matchAll(/```json\n(.*?)```/gs), ([, json = ""]) =>
    JSON.parse(json),
  );
  const [byAddress, started] = blocks.map(({ mcpServers }) => mcpServers.usance);
  const client = new Client2(about);
  const args = started.args.map((one: string) => one.replace("/path/to/usance", root));
  const own = { USANCE_URL: service().url, USANCE_API_KEY: testKey, PATH: machinePath() };
  const env = { ...started.env, ...own };
  await client.connect(new StdioClientTransport({ ...started, args, env, stderr: "pipe" }));
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.length).toBeGreaterThan(30);

  const { pathname } = new URL(byAddress.url);
  const headers = { Authorization: byAddress.headers.Authorization.replace(/usance_\w+/, testKey) };
  const other = new Client1(about);
  const url = new URL(service().url + pathname);
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  await other.connect(transport as Transport);
  onTestFinished(() => other.close());
  expect((await other.listTools()).tools.length).toBeGreaterThan(30);
});

it("an assistant is told why the service refuses it, or does not answer", () =>
  forRows([clients[0], clients[2]], async (_, start) => {
    const url = service().url;
    const wrong = { USANCE_URL: url, USANCE_API_KEY: "wrong" };
    await expect(start([], wrong)).rejects.toThrow("A valid API key is required.");
    const away = { USANCE_URL: "http://127.0.0.1:1", USANCE_API_KEY: "key" };
    await expect(start([], away)).rejects.toThrow("http://127.0.0.1:1 did not answer");
  }));

it("`usance mcp` without a service says what to set, and ends when its input ends", async () => {
  const lost = runUsance(["mcp"], { USANCE_URL: service().url });
  expect(await lost.ended).toBe(1);
  expect(lost.err()).toBe("Set both USANCE_URL and USANCE_API_KEY, or neither.\n");
  const ended = runUsance(["mcp"], { USANCE_URL: service().url, USANCE_API_KEY: "key" });
  expect(await ended.ended, ended.err()).toBe(0);
  expect(ended.out()).toBe("");
});
