import { writeFile } from "node:fs/promises";
import { openApiDocument } from "../src/api/openapi/document.ts";
import { operations } from "../src/api/router.ts";

/* Writes the OpenAPI document to the file named on the command line. */

const [target = "openapi.json"] = process.argv.slice(2);
await writeFile(target, `${JSON.stringify(openApiDocument(operations), null, 2)}\n`);
