import openapiTypes, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { Document } from "./operations.ts";
import { schemasAlone } from "./schemas.ts";

/** The source of the SDK's types: a name for each schema of the document, each input and each answer. */
export async function typesSource(document: Document): Promise<string> {
  const nodes = await openapiTypes(JSON.stringify(schemasAlone(document)), {
    silent: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    transformProperty: withUndefined,
  });
  // There are no paths in it, and so nothing in these.
  const empty = ["paths", "webhooks", "operations", "$defs"];
  const named = nodes.filter(
    (node) => !ts.isTypeAliasDeclaration(node) || !empty.includes(node.name.text),
  );
  return `// Made by \`pnpm generate\` from openapi.json: changes belong there.\n${astToString(named)}`;
}

/** What may be left out may be undefined: it is left out of JSON, and of a query. */
function withUndefined(property: ts.PropertySignature): ts.PropertySignature {
  const { name, questionToken, modifiers, type } = property;
  if (questionToken === undefined || type === undefined) return property;
  const either = ts.factory.createUnionTypeNode([
    ...(ts.isUnionTypeNode(type) ? type.types : [type]),
    ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword),
  ]);
  return ts.factory.updatePropertySignature(property, modifiers, name, questionToken, either);
}
