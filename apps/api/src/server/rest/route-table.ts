import type { AnyOperation } from "../../operation/operation.ts";

/** The operations at a path, each with another method: at least one. */
export interface Place {
  /** `/api/v1/services/{serviceId}` */
  readonly path: string;
  readonly operations: ReadonlyMap<string, AnyOperation>;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Node {
  readonly children: Map<string, Node>;
  parameter: { readonly name: string; readonly node: Node } | null;
  path: string;
  readonly operations: Map<string, AnyOperation>;
}

const newNode = (): Node => ({
  children: new Map(),
  parameter: null,
  path: "",
  operations: new Map(),
});

/**
 * Builds a tree of path parts from the operations' REST paths. A lookup takes one step per path part.
 *
 * @returns a function that finds the operations at a percent-encoded path
 */
export function routeTable(operations: readonly AnyOperation[]): (path: string) => Place | null {
  const root = newNode();
  for (const operation of operations) {
    const node = partsOf(operation.path).reduce(descend, root);
    node.path = operation.path;
    node.operations.set(operation.method, operation);
  }
  return (path) => {
    const parameters: Record<string, string> = {};
    let node = root;
    for (const part of partsOf(path)) {
      const child = node.children.get(part);
      const value = child === undefined ? decode(part) : null;
      if (child !== undefined) node = child;
      else if (node.parameter === null || value === null) return null;
      else {
        parameters[node.parameter.name] = value;
        node = node.parameter.node;
      }
    }
    return node.operations.size === 0 ? null : { ...node, parameters };
  };
}

/** The child node of a path part, created if it does not exist. */
function descend(node: Node, part: string): Node {
  const name = /^\{(\w+)\}$/.exec(part)?.[1];
  if (name !== undefined) {
    node.parameter ??= { name, node: newNode() };
    if (node.parameter.name !== name) throw new Error(`Two names for one path part: ${part}`);
    return node.parameter.node;
  }
  const child = node.children.get(part) ?? newNode();
  node.children.set(part, child);
  return child;
}

/** `/a/b` and `/a/b/` are the same path. */
function partsOf(path: string): string[] {
  const parts = path.split("/").slice(1);
  if (parts.at(-1) === "") parts.pop();
  return parts;
}

/** @returns null for an empty part and for one that is not percent-encoded UTF-8 */
function decode(part: string): string | null {
  try {
    return part === "" ? null : decodeURIComponent(part);
  } catch {
    return null;
  }
}
