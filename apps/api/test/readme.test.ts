import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { runDocumentedCalls } from "./harness/documented-calls.ts";
import { testKey, useService } from "./harness/service.ts";

/* The README's calls are run as they stand there, and `usance verify` after them. */

const service = useService();

it("the README shows calls that work and the service's real responses", async () => {
  const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
  const variables: Record<string, string> = { KEY: testKey };
  const held = await runDocumentedCalls(readme, service().url, variables);
  expect(held).toBeGreaterThan(6);

  const [, command = "", documented] =
    /```sh\nnpx --yes pnpm@12 --silent usance verify (.*)\n```\n+```text\n([\s\S]*?)```/.exec(
      readme,
    ) ?? [];
  const { stdout } = await promisify(execFile)("sh", ["-c", `"$NODE" "$ENTRY" verify ${command}`], {
    env: {
      ...process.env,
      ...variables,
      NODE: process.execPath,
      ENTRY: fileURLToPath(new URL("../src/cli/usance.ts", import.meta.url)),
      DATABASE_URL: service().databaseUrl,
      SETTLEMENT_RPC_URL: service().anvil.url,
    },
  });
  expect(stdout).toBe(documented);
});
