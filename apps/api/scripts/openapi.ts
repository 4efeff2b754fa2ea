import { writeFile } from "node:fs/promises";
import { openApiDocument } from "../src/server/openapi/document.ts";
import { operations } from "../src/server/router.ts";

/* Writes the OpenAPI document to the file named on the command line. */

const [target = "openapi.json"] = process.argv.slice(2);
await writeFile(target, `${JSON.stringify(openApiDocument(operations), null, 2)}\n`);
