import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { testKey, useService } from "./harness/service.ts";

/*
 * The README's calls are run in their order, as they stand there, and answer what stands there: the
 * same fields with the same values, but for ids, hashes and times. A call may use the ids of answers
 * before it as $SERVICE and the like, which its reader copies. `pnpm verify` is run after them.
 */

const service = useService();

it("shows calls that work and answers that are the service's own", async () => {
  const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
  const calls = [...readme.matchAll(/```sh\n(curl [\s\S]*?)```\n+```json\n([\s\S]*?)```/g)];
  expect(calls.length).toBeGreaterThan(6);

  const variables: Record<string, string> = { KEY: testKey };
  for (const [, command = "", documented = ""] of calls) {
    const script = command.replaceAll("http://127.0.0.1:3000", service().url);
    const { stdout } = await promisify(execFile)("sh", ["-c", script], {
      env: { ...process.env, ...variables },
    });
    const answer: unknown = JSON.parse(stdout);
    expect(shapeOf(answer), command).toEqual(shapeOf(JSON.parse(documented)));
    collect(answer, variables);
  }

  const [, command = "", documented] =
    /```sh\nnpx --yes pnpm@12 --silent verify (.*)\n```\n+```text\n([\s\S]*?)```/.exec(readme) ??
    [];
  const { stdout } = await promisify(execFile)("sh", ["-c", `"$NODE" "$ENTRY" ${command}`], {
    env: {
      ...process.env,
      ...variables,
      NODE: process.execPath,
      ENTRY: fileURLToPath(new URL("../src/verify.ts", import.meta.url)),
      DATABASE_URL: service().databaseUrl,
      SETTLEMENT_RPC_URL: service().anvil.url,
    },
  });
  expect(stdout).toBe(documented);
});

const changing = /^(0x[0-9a-f]{64}|[a-z0-9]{24}|\d{4}-\d\d-\d\dT[\d:.]+Z|http.*)$/;

/** A value with what differs from run to run blanked out. */
function shapeOf(value: unknown): unknown {
  if (typeof value === "string") return changing.test(value) ? "…" : value;
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shapeOf(of)]));
}

/** Remembers the id of each noun in an answer: {service: {id}} is $SERVICE. */
function collect(answer: unknown, variables: Record<string, string>): void {
  if (typeof answer !== "object" || answer === null) return;
  for (const [noun, of] of Object.entries(answer)) {
    if (typeof of !== "object" || of === null || !("id" in of)) continue;
    variables[noun.replace(/([A-Z])/g, "_$1").toUpperCase()] = String(of.id);
    if ("userId" in of) variables.USER = String(of.userId);
    if ("subscriptions" in of && Array.isArray(of.subscriptions)) {
      variables.SUBSCRIPTION = String(of.subscriptions[0]?.id ?? "");
    }
  }
}
