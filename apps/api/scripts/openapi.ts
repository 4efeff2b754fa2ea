import { writeFile } from "node:fs/promises";
import { openApiDocument } from "../src/http/openapi.ts";
import { appRouter } from "../src/trpc/router.ts";

/* Writes the OpenAPI document where the SDK is generated from. */

const target = new URL("../../../packages/sdk/openapi.json", import.meta.url);
await writeFile(target, `${JSON.stringify(openApiDocument(appRouter), null, 2)}\n`);
