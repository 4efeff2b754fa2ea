/**
 * Rewrites schemas for clients that other generators make. Answers and webhooks may get further fields at any time, so their
 * objects are not closed. A single permitted value is an `enum`, because some generators do not know `const`.
 *
 * @param closed the name of the parts whose objects stay closed
 */
export function withOpenAnswers<Node>(node: Node, closed?: string): Node {
  return rewritten(node, { isOpen: true, closed }) as Node;
}

interface Rule {
  readonly isOpen: boolean;
  readonly closed: string | undefined;
}

function rewritten(node: unknown, { isOpen, closed }: Rule): unknown {
  if (Array.isArray(node)) return node.map((one) => rewritten(one, { isOpen, closed }));
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).flatMap(([name, part]): [string, unknown][] => {
    if (name === "const" && typeof part !== "object") return [["enum", [part]]];
    if (name === "additionalProperties" && part === false && isOpen) return [];
    if (name === "example" || name === "examples") return [[name, part]]; // values, not schemas
    return [[name, rewritten(part, { isOpen: isOpen && name !== closed, closed })]];
  });
  return Object.fromEntries(entries);
}
