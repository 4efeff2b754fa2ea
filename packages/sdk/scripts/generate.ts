import { readFileSync, writeFileSync } from "node:fs";
import { methodsPage } from "./methods-page.ts";
import { resourcesSource } from "./resources.ts";
import { typesSource } from "./types.ts";

/* Called by scripts/generate.mjs: openapi.json → types.ts, resources.ts, sdk-methods.md */

const [document = "", types = "", resources = "", methods = ""] = process.argv.slice(2);
const read = JSON.parse(readFileSync(document, "utf8"));
writeFileSync(types, await typesSource(read));
writeFileSync(resources, resourcesSource(read));
writeFileSync(methods, methodsPage(read));
