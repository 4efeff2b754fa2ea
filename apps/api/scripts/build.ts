import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { publishedFields, writeTexts } from "../../../scripts/published-package.ts";
import { routerTypes } from "./router-types.ts";

/*
 * `pnpm --filter @usance/api run build`: creates dist/, the published package. It contains only types: the server
 * itself is not published.
 */

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync(at("dist"), { recursive: true, force: true });
mkdirSync(at("dist"));
writeFileSync(at("dist/index.d.ts"), routerTypes());

const types = "./index.d.ts";
const published = {
  ...publishedFields(at("")),
  exports: { ".": { types } },
  // For tools that do not read `exports`.
  types,
  // The oldest version that is tested (test/published/package.test.ts).
  peerDependencies: { "@trpc/server": "^11.22.1" },
};
writeFileSync(at("dist/package.json"), `${JSON.stringify(published, null, 2)}\n`);
writeTexts("trpc.md", at("dist/"));
