import { openApiDocument } from "../../src/server/openapi/document.ts";
import { operations } from "../../src/server/router.ts";

/** The OpenAPI document, as the service sends it. */
export const servedDocument = JSON.parse(JSON.stringify(openApiDocument(operations)));

/** The OpenAPI document, with everything that operations share written out at each of them, except for schemas. */
export const openApi = writtenOut(servedDocument);

function writtenOut(part: object) {
  return JSON.parse(JSON.stringify(part), (_, node) => {
    const [, kind, name] = /^#\/components\/(?!schemas)(\w+)\/(.+)$/.exec(node?.$ref) ?? [];
    return kind === undefined ? node : writtenOut(servedDocument.components[kind][name ?? ""]);
  });
}
