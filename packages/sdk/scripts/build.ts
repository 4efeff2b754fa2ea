import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { publishedFields, writeTexts } from "../../../scripts/published-package.ts";

/*
 * `pnpm --filter @usance/sdk run build`: makes dist/, the package as it is published. Proofs and rating go
 * in as folders of it, so there is one package to publish and to install. It has both formats: lib/ is ES modules, cjs/ is
 * one CommonJS file for Jest and for TypeScript that compiles to CommonJS.
 */

/** The packages of the workspace that become folders of this one. */
const folders = ["proofs", "rating"];

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync(at("dist"), { recursive: true, force: true });
const tsc = [at("node_modules/typescript/bin/tsc"), "-p", at("tsconfig.build.json")];
execFileSync(process.execPath, tsc, { stdio: "inherit" });
renameSync(at("dist/sdk/src"), at("dist/lib"));
for (const folder of folders) renameSync(at(`dist/${folder}/src`), at(`dist/lib/${folder}`));
for (const folder of ["sdk", ...folders]) rmSync(at(`dist/${folder}`), { recursive: true });
for (const file of readdirSync(at("dist/lib"), { recursive: true, encoding: "utf8" })) {
  if (/\.(js|d\.ts)$/.test(file)) rewrite(at(`dist/lib/${file}`));
}

await writeCommonJs();

const dependencies = Object.assign({}, ...folders.map(dependenciesOf));
for (const folder of folders) delete dependencies[`@usance/${folder}`];
const modules = { types: "./lib/index.d.ts", default: "./lib/index.js" };
const commonJs = { types: "./cjs/index.d.ts", default: "./cjs/index.js" };
const published = {
  ...publishedFields(at("")),
  engines: { node: ">=20.3" },
  exports: { ".": { import: modules, require: commonJs } },
  // For what does not read exports.
  main: commonJs.default,
  module: modules.default,
  types: commonJs.types,
  dependencies,
};
writeFileSync(at("dist/package.json"), `${JSON.stringify(published, null, 2)}\n`);
writeTexts("sdk.md", at("dist/"));

/** @noble/hashes has only ES modules, so it is bundled into the file. */
async function writeCommonJs(): Promise<void> {
  const bundle = await rolldown({
    input: at("dist/lib/index.js"),
    external: ["decimal.js"],
    platform: "neutral",
    tsconfig: false, // its input is JavaScript
    resolve: { modules: [at("../proofs/node_modules")] },
  });
  await bundle.write({ file: at("dist/cjs/index.js"), format: "cjs" });
  await bundle.close();
  cpSync(at("dist/lib"), at("dist/cjs"), {
    recursive: true,
    filter: (path) => !path.endsWith(".js"),
  });
  writeFileSync(at("dist/cjs/package.json"), '{ "type": "commonjs" }\n');
}

function dependenciesOf(folder: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(at(`../${folder}/package.json`), "utf8")).dependencies;
}

/** Rewrites the imports of a file: tsc leaves `.ts` and names of workspace packages in declarations. */
function rewrite(file: string): void {
  const text = readFileSync(file, "utf8")
    .replaceAll(/"@usance\/(proofs|rating)"/g, (_, name) => `"${pathFrom(file, name)}"`)
    .replaceAll(/(from ")(\.[^"]+)\.ts"/g, '$1$2.js"');
  writeFileSync(file, text);
}

/** The path of a folder's index, as an import of a file names it. */
function pathFrom(file: string, folder: string): string {
  const path = relative(dirname(file), at(`dist/lib/${folder}/index.js`));
  return path.startsWith(".") ? path : `./${path}`;
}
