import { readFileSync, writeFileSync } from "node:fs";
import { resourcesSource } from "./resources.ts";
import { schemasAlone } from "./schemas.ts";

/* Called by scripts/generate.mjs: openapi.json → the document of schemas, resources.ts */

const [document = "", schemas = "", resources = ""] = process.argv.slice(2);
const read = JSON.parse(readFileSync(document, "utf8"));
writeFileSync(schemas, JSON.stringify(schemasAlone(read)));
writeFileSync(resources, resourcesSource(read));
