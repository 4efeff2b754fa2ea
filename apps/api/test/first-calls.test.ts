import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { runDocumentedCalls } from "./harness/documented-calls.ts";
import { testKey, useService } from "./harness/service.ts";

/* The calls of docs/first-calls.md run as they stand there, twice on one database, and `usance verify` after them. */

const service = useService();

it.each(["the first time", "the second time"])(
  "shows working calls and real responses, pasted %s",
  async () => {
    const page = await readFile(new URL("../../../docs/first-calls.md", import.meta.url), "utf8");
    const variables: Record<string, string> = { KEY: testKey };
    const held = await runDocumentedCalls(page, service().url, variables);
    expect(held).toBeGreaterThan(6);

    const [, command = "", documented] =
      /```sh\nnpx --yes pnpm@12 --silent usance verify (.*)\n```\n+```text\n([\s\S]*?)```/.exec(
        page,
      ) ?? [];
    const { stdout } = await promisify(execFile)(
      "sh",
      ["-c", `"$NODE" "$ENTRY" verify ${command}`],
      {
        env: {
          ...process.env,
          ...variables,
          NODE: process.execPath,
          ENTRY: fileURLToPath(new URL("../src/cli/usance.ts", import.meta.url)),
          DATABASE_URL: service().databaseUrl,
          SETTLEMENT_RPC_URL: service().anvil.url,
        },
      },
    );
    expect(stdout).toBe(documented);
  },
);
