import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

import { forRows } from "../harness/for-rows.ts";
import { testKey, useService } from "../harness/service.ts";
import { root } from "../processes/program.ts";

const service = useService();

it("the README's program prints what is shown, also the second time", async () => {
  const page = await readFile(join(root, "README.md"), "utf8");
  const [, program = "", printed] =
    /```ts\n([\s\S]*?)```\n+```text\n([\s\S]*?)```/.exec(page) ?? [];
  await forRows(["first", "second"], async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module-typescript", "--eval", program],
      // A package that has the SDK.
      {
        cwd: join(root, "apps/biller"),
        env: { ...process.env, USANCE_URL: service().url, USANCE_API_KEY: testKey },
      },
    );
    expect(stdout).toBe(printed);
  });
});
