// Generates the Prisma client and src/db/generated/tables.ts if schema.prisma, Prisma or the generator of tables.ts
// has changed since the last run. Prisma's command looks for an engine binary that generating does not use: /bin/true
// replaces it, so that nothing is downloaded.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stampFile = `${root}src/db/generated/.stamp`;
const stamp = createHash("sha256")
  .update(readFileSync(`${root}prisma/schema.prisma`))
  .update(readFileSync(`${root}scripts/tables-generator.mjs`))
  .update(readFileSync(`${root}node_modules/prisma/package.json`))
  .digest("hex");

if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) {
  process.stderr.write("Generating the database client.\n");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${root}node_modules/prisma/build/index.js`, "generate"],
    {
      cwd: root,
      encoding: "utf8",
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
      },
    },
  );
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`);
    process.exit(status ?? 1);
  }
  writeFileSync(stampFile, stamp);
}
