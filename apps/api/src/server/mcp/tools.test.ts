import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { operations } from "../router.ts";
import { leftOut, toolsOf } from "./tools.ts";

const tools = [...toolsOf(operations).values()];
const offered = tools.map(({ operation }) => operation.name);
const omitted = Object.values(leftOut).flat();
const nounOf = (name: string) => name.split(".")[0] ?? "";
const isOmitted = (name: string) => omitted.includes(name) || omitted.includes(nounOf(name));
const keyed = operations.filter(({ scope }) => scope !== null).map(({ name }) => name);

describe("the tools", () => {
  it("and those that are left out are all operations with a key, each once", () => {
    expect(keyed.filter((name) => !offered.includes(name) && !isOmitted(name))).toEqual([]);
    expect(offered.filter((name) => isOmitted(name) || !keyed.includes(name))).toEqual([]);
    const known = [...keyed, ...keyed.map(nounOf)];
    expect(omitted.filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(omitted).size).toBe(omitted.length);
  });

  it("never make credentials, move money or record usage", () => {
    const never =
      /^(apiKeys|walletGrants|webhookEndpoints|portalSessions|dashboardSessions|checkoutSessions)\.|^(settlements|usageEvents)\.(create|batch)$|^services\.(create|update)$|rotate/;
    expect(offered.filter((name) => never.test(name))).toEqual([]);
  });

  it("are listed in less than 40 kB, which each conversation carries", () => {
    const list = { tools: tools.map(({ definition }) => definition) };
    expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThan(40_000);
  });

  it("have names of a common form, and say what is read and what asks", () => {
    const words = tools.map(({ definition: { name, annotations } }) => {
      expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z]+)+$/);
      const kind = annotations?.readOnlyHint ? "reads" : annotations?.destructiveHint && "asks";
      return kind ? `${name} ${kind}` : name;
    });
    expect(words.filter((one) => !one.endsWith("reads"))).toEqual([
      ...["subscriptions_cancel asks", "balances_top_up", "balances_grant asks"],
      ...["invoices_create", "invoices_finalize", "invoices_void asks", "credit_notes_create asks"],
    ]);
  });

  it("are those that docs/mcp.md lists, with those that ask", () => {
    const page = readFileSync(new URL("../../../../../docs/mcp.md", import.meta.url), "utf8");
    const table = page.split("\n").filter((line) => line.startsWith("| "));
    const listed = [...table.join("\n").matchAll(/`(\w+)`( \(asks\))?/g)];
    const named = tools.map(({ asks, definition: { name } }) => `${name}${asks ? " (asks)" : ""}`);
    expect(listed.map(([, name, asks = ""]) => `${name}${asks}`).sort()).toEqual(named.sort());
  });

  it("take the fields of their operations, and no argument hides one", () => {
    for (const { operation, definition } of tools) {
      const own = Object.keys(Object(operation.input).shape ?? {});
      const all = Object.keys(definition.inputSchema.properties ?? {});
      expect(own.filter((name) => /^(confirm|idempotencyKey)$/.test(name))).toEqual([]);
      expect(all).toEqual(expect.arrayContaining(own));
    }
  });
});

it("a schema has no variants and no examples, and keeps null where it means something", () => {
  const quotes = tools.find(({ operation }) => operation.name === "quotes.create");
  const { components } = { ...quotes?.definition.inputSchema.properties } as unknown as Components;
  const { type, tiers, unitAmount } = components.items.properties;
  expect(type).toMatchObject({ enum: expect.arrayContaining(["PER_UNIT", "FLAT", "MINIMUM"]) });
  expect(unitAmount).toEqual({ type: "string", description: expect.any(String) });
  expect(tiers).toMatchObject({ items: { properties: { upTo: { type: ["string", "null"] } } } });
});

interface Components {
  readonly components: { readonly items: { readonly properties: Record<string, object> } };
}
