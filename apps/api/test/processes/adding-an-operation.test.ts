import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "./entry.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";
import { root } from "./program.ts";

const chain = useChain();

/** The service with the operation that CONTRIBUTING.md adds, in a copy of the code. */
function copyWithOperation(): string {
  const copy = temporaryFolder();
  for (const name of ["src", "prisma", "scripts", "package.json"]) {
    cpSync(join(root, "apps/api", name), join(copy, "apps/api", name), { recursive: true });
  }
  symlinkSync(join(root, "apps/api/node_modules"), join(copy, "apps/api/node_modules"));
  const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const blocks = [...guide.matchAll(/^ {3}```(?<kind>ts|diff)\n(?<text>.*?)^ {3}```$/gms)];
  expect(blocks.length).toBe(2);
  for (const { groups } of blocks) {
    const text = (groups?.text ?? "").replaceAll(/^ {3}/gm, "");
    apply(copy, text, groups?.kind === "diff");
  }
  return copy;
}

/**
 * Applies a block of the guide. Its first line names the file; in a diff, each new line is inserted after the one
 * before it.
 */
function apply(copy: string, block: string, isDiff: boolean): void {
  const [head = "", ...lines] = block.split("\n");
  const [, path = ""] = /^ ?\/\/ (\S+)$/.exec(head) ?? [];
  const file = join(copy, path);
  mkdirSync(dirname(file), { recursive: true });
  if (!isDiff) {
    writeFileSync(file, lines.join("\n"), { flag: "wx" });
    return;
  }
  const text = readFileSync(file, "utf8").split("\n");
  let at = -1;
  for (const line of lines.filter((one) => one !== "")) {
    if (line.startsWith("+")) text.splice(at + 1, 0, line.slice(1));
    at = text.indexOf(line.slice(1));
    expect(at, `${path} has the line ${line}`).not.toBe(-1);
  }
  writeFileSync(file, text.join("\n"));
}

it("an operation added as in CONTRIBUTING.md works through both doors and is documented", async () => {
  const environment = await productionEnvironment(chain());
  const { url, key } = await listening(environment, copyWithOperation());
  const call = async (path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const init = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(url + path, { headers, ...init });
    // biome-ignore lint/suspicious/noExplicitAny: the answers are what is tested
    return (await answer.json()) as any;
  };
  const owner = { email: "ada@example.com" };
  const { service } = await call("/api/v1/services", { name: "Maps", owner });
  const plan = { name: "Metered", pricingType: "USAGE_BASED", amount: "1" };
  await call(`/api/v1/services/${service.id}/plans`, plan);

  const overRest = await call(`/api/v1/services/${service.id}/plan-count`);
  const input = encodeURIComponent(JSON.stringify({ serviceId: service.id }));
  const overTrpc = await call(`/trpc/plans.count?input=${input}`);
  const document = await call("/openapi.json");

  expect(overRest).toEqual({ planCount: 1 });
  expect(overTrpc).toEqual({ result: { data: { planCount: 1 } } });
  expect(document.paths["/api/v1/services/{serviceId}/plan-count"].get).toMatchObject({
    operationId: "plans-count",
    security: [{ apiKey: ["plans:read"] }],
  });
});
