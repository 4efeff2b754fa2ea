import { readFileSync, writeFileSync } from "node:fs";
import { resourcesSource } from "./resources.ts";
import { typesSource } from "./types.ts";

/* Called by scripts/generate.mjs: openapi.json → types.ts and resources.ts */

const [document = "", types = "", resources = ""] = process.argv.slice(2);
const read = JSON.parse(readFileSync(document, "utf8"));
writeFileSync(types, await typesSource(read));
writeFileSync(resources, resourcesSource(read));
