// `pnpm generate`: writes every generated file that is committed, except the contract's (see contracts/). With --check
// it writes nothing and lists the files that are out of date.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const check = process.argv.includes("--check");
const scratch = mkdtempSync(join(tmpdir(), "usance-generate-"));
const document = join(scratch, "openapi.json");
const types = join(scratch, "types.ts");
const resources = join(scratch, "resources.ts");
const configuration = join(scratch, "configuration.md");
const concepts = join(scratch, "concepts.md");

run(["apps/api/scripts/generate.mjs"]);
run(["apps/api/scripts/openapi.ts", document]);
run(["apps/api/scripts/configuration.ts", configuration]);
run(["apps/api/scripts/concepts.ts", concepts]);
run(["packages/sdk/scripts/generate.ts", document, types, resources]);

const drifted = [
  [document, "packages/sdk/openapi.json"],
  [types, "packages/sdk/src/generated/types.ts"],
  [resources, "packages/sdk/src/generated/resources.ts"],
  [configuration, "docs/configuration.md"],
  [concepts, "docs/concepts.md"],
].filter(([made, kept]) => {
  const text = readFileSync(made, "utf8");
  if (!check) writeFileSync(kept, text);
  return check && text !== readFileSync(kept, "utf8");
});
rmSync(scratch, { recursive: true, force: true });
for (const [, kept] of drifted) {
  process.stderr.write(`${kept} is not what it would be made to be: run \`pnpm generate\`.\n`);
}
process.exitCode = drifted.length > 0 ? 1 : 0;

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  process.exit(1);
}
