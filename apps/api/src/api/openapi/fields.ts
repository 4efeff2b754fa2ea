/** What there is to say of a field that is an id, which its name says: `serviceId`. */
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
 * A schema, or anything that has some, in which fields have a description that say nothing of themselves:
 * what may be null is what it is otherwise, and an id says by its name of what.
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
