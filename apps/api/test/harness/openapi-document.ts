import { openApiDocument } from "../../src/server/openapi/document.ts";
import { operations } from "../../src/server/router.ts";

/** The OpenAPI document, as the service sends it. */
export const servedDocument = JSON.parse(JSON.stringify(openApiDocument(operations)));

/** The OpenAPI document, with the responses and parameters that operations share written out at each of them. */
export const openApi = JSON.parse(JSON.stringify(servedDocument), (_, node) => {
  const [, kind, name] = /^#\/components\/(responses|parameters)\/(.+)$/.exec(node?.$ref) ?? [];
  return kind === undefined ? node : servedDocument.components[kind][name ?? ""];
});
