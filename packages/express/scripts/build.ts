import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { publishedFields, writeTexts } from "../../../scripts/published-package.ts";

/* `pnpm --filter @usance/express run build`: makes dist/, the package as it is published. It has ES modules alone. */

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync(at("dist"), { recursive: true, force: true });
const tsc = [at("node_modules/typescript/bin/tsc"), "-p", at("tsconfig.build.json")];
execFileSync(process.execPath, tsc, { stdio: "inherit" });
renameSync(at("dist/express/src"), at("dist/lib"));
// The SDK, from which it takes types, is a package of its own.
for (const folder of readdirSync(at("dist"))) {
  if (folder !== "lib") rmSync(at(`dist/${folder}`), { recursive: true });
}
for (const file of readdirSync(at("dist/lib"))) {
  if (!file.endsWith(".d.ts")) continue;
  const text = readFileSync(at(`dist/lib/${file}`), "utf8");
  writeFileSync(at(`dist/lib/${file}`), text.replaceAll(/(from ")(\.[^"]+)\.ts"/g, '$1$2.js"'));
}

const { version, dependencies, devDependencies } = JSON.parse(
  readFileSync(at("package.json"), "utf8"),
);
const published = {
  ...publishedFields(at("")),
  engines: { node: ">=20.3" },
  exports: { ".": { types: "./lib/index.d.ts", default: "./lib/index.js" } },
  // For tools that do not read `exports`.
  types: "./lib/index.d.ts",
  dependencies: {
    ...dependencies,
    "@types/express": devDependencies["@types/express"],
    "@usance/sdk": version,
  },
  peerDependencies: { express: "^5.0.0" },
};
writeFileSync(at("dist/package.json"), `${JSON.stringify(published, null, 2)}\n`);
writeTexts("express.md", at("dist/"));
