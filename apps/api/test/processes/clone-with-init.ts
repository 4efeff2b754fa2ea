import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { temporaryFolder } from "./entry.ts";
import { root } from "./program.ts";

/** A folder of its own with ops/compose/init.sh, which creates the secrets and settings of production. */
export function cloneWithInit() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "ops/compose"), { recursive: true });
  cpSync(join(root, "ops/compose/init.sh"), join(folder, "ops/compose/init.sh"));
  const secrets = join(folder, "ops/compose/secrets");
  return {
    folder,
    secrets,
    init: (...given: string[]) =>
      execFileSync("sh", ["ops/compose/init.sh", ...given], { cwd: folder, stdio: "pipe" }),
    settings: () => parseEnv(readFileSync(join(folder, "ops/compose/usance.env"), "utf8")),
    readSecret: (name: string) => readFileSync(join(secrets, name), "utf8").trim(),
  };
}
