/** The description of an id field, derived from its name: `serviceId`. */
export function saidOfId(name: string): string | undefined {
  if (name === "id") return "What other calls name it by";
  return name.endsWith("Id") ? `Id of the ${nounOf(name)}` : undefined;
}

/** `paymentPlanId` → `payment plan` */
export const nounOf = (name: string): string =>
  name
    .replace(/Id$/, "")
    .replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .replace(/^api\b/, "API");

interface Field {
  readonly description?: string;
  readonly $ref?: string;
  readonly anyOf?: readonly Field[];
}

/**
 * Adds descriptions to fields that have none, in a schema or in any value that contains schemas. A nullable field gets
 * the description of its type, and an id gets one from its name.
 */
export function withFieldsDescribed<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(withFieldsDescribed) as Node;
  if (typeof node !== "object" || node === null) return node;
  const described = Object.fromEntries(
    Object.entries(node).map(([name, part]) => [name, withFieldsDescribed(part)]),
  );
  const { type, properties } = described;
  if (type !== "object" || typeof properties !== "object") return described as Node;
  const fields = Object.entries<Field>(properties).map(([name, field]) => {
    const description = field.anyOf?.[0]?.description ?? saidOfId(name);
    return [name, description === undefined || field.$ref ? field : { description, ...field }];
  });
  return { ...described, properties: Object.fromEntries(fields) } as Node;
}
