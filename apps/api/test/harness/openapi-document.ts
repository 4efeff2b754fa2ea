import { openApiDocument } from "../../src/server/openapi/document.ts";
import { operations } from "../../src/server/router.ts";

/** The OpenAPI document, as the service sends it. */
export const servedDocument = JSON.parse(JSON.stringify(openApiDocument(operations)));

/** The OpenAPI document, with the examples, responses and parameters that operations share written out at each of them. */
export const openApi = writtenOut(servedDocument);

// biome-ignore lint/suspicious/noExplicitAny: a document is read by its paths
function writtenOut(document: object): any {
  return JSON.parse(JSON.stringify(document), (_, node) => {
    const [, kind, name] =
      /^#\/components\/(examples|responses|parameters)\/(.+)$/.exec(node?.$ref) ?? [];
    return kind === undefined ? node : writtenOut(servedDocument.components[kind][name ?? ""]);
  });
}
