import openapiTypes, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { Document } from "./operations.ts";
import { hexFormat, schemasAlone } from "./schemas.ts";

const { factory } = ts;

/**
 * The source of the SDK's types: a name for each schema of the document, each input and each answer. Objects are
 * interfaces, since editors show an interface by its name and a type alias by its fields.
 */
export async function typesSource(document: Document): Promise<string> {
  const nodes = await openapiTypes(JSON.stringify(schemasAlone(document)), {
    silent: true,
    transform: hexType,
    transformProperty: withUndefined,
  });
  return [
    "// Made by `pnpm generate` from openapi.json: changes belong there.",
    astToString(schemasOf(nodes).map(declarationOf)),
    "",
  ].join("\n");
}

/** The properties of `components["schemas"]`. */
function schemasOf(nodes: readonly ts.Node[]): ts.PropertySignature[] {
  const components = nodes.find(
    (node) => ts.isInterfaceDeclaration(node) && node.name.text === "components",
  );
  if (components === undefined || !ts.isInterfaceDeclaration(components)) return [];
  const schemas = components.members.find((member) => nameOf(member) === "schemas");
  if (schemas === undefined || !ts.isPropertySignature(schemas)) return [];
  const { type } = schemas;
  return type && ts.isTypeLiteralNode(type) ? type.members.filter(ts.isPropertySignature) : [];
}

/** `Invoice: { … }` → `export interface Invoice { … }`, with its comment. */
function declarationOf(schema: ts.PropertySignature): ts.Node {
  const { type } = ts.transform(schema, [byName]).transformed[0] ?? schema;
  const name = nameOf(schema);
  if (type === undefined) throw new Error(`${name} has no type.`);
  const modifiers = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const declaration = ts.isTypeLiteralNode(type)
    ? factory.createInterfaceDeclaration(modifiers, name, undefined, undefined, type.members)
    : factory.createTypeAliasDeclaration(modifiers, name, undefined, type);
  return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(schema));
}

/** Has a type refer to others by their names: `components["schemas"]["Plan"]` → `Plan`. */
const byName: ts.TransformerFactory<ts.PropertySignature> = (context) => {
  const visit = (node: ts.Node): ts.Node =>
    ts.isIndexedAccessTypeNode(node) &&
    ts.isLiteralTypeNode(node.indexType) &&
    ts.isStringLiteral(node.indexType.literal)
      ? factory.createTypeReferenceNode(node.indexType.literal.text)
      : ts.visitEachChild(node, visit, context);
  return (schema) => ts.visitEachChild(schema, visit, context);
};

const nameOf = ({ name }: ts.TypeElement) =>
  name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : "";

/** `0x${string}`, which viem and its like take without a cast. */
function hexType({ type, format }: { type?: unknown; format?: string }): ts.TypeNode | undefined {
  if (format !== hexFormat) return undefined;
  const string = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  const span = factory.createTemplateLiteralTypeSpan(string, factory.createTemplateTail(""));
  const hex = factory.createTemplateLiteralType(factory.createTemplateHead("0x"), [span]);
  const nothing = factory.createLiteralTypeNode(factory.createNull());
  return String(type).includes("null") ? factory.createUnionTypeNode([hex, nothing]) : hex;
}

/** What may be left out may be undefined: it is left out of JSON, and of a query. */
function withUndefined(property: ts.PropertySignature): ts.PropertySignature {
  const { name, questionToken, modifiers, type } = property;
  if (questionToken === undefined || type === undefined) return property;
  const either = factory.createUnionTypeNode([
    ...(ts.isUnionTypeNode(type) ? type.types : [type]),
    factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword),
  ]);
  return factory.updatePropertySignature(property, modifiers, name, questionToken, either);
}
