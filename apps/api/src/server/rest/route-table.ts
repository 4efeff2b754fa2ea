import type { AnyOperation } from "../../operation/operation.ts";

export interface Match {
  readonly operation: AnyOperation;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Node {
  readonly children: Map<string, Node>;
  parameter: { readonly name: string; readonly node: Node } | null;
  readonly routes: Map<string, AnyOperation>;
}

/** What there is at a path: at least one operation, each with another method. */
interface Place {
  readonly operations: ReadonlyMap<string, AnyOperation>;
  readonly parameters: Readonly<Record<string, string>>;
}

interface RouteTable {
  /** The operation for a method and a percent-encoded path. */
  readonly find: (method: string, path: string) => Match | null;
  /** The operations at a path, if there are any. */
  readonly at: (path: string) => readonly AnyOperation[];
}

/** Builds a tree of path parts from the operations' REST paths. A lookup takes one step per path part. */
export function routeTable(operations: readonly AnyOperation[]): RouteTable {
  const root = newNode();
  for (const operation of operations) {
    partsOf(operation.path).reduce(descend, root).routes.set(operation.method, operation);
  }
  return {
    find: (method, path) => {
      const place = findPlace(root, partsOf(path));
      const operation = place?.operations.get(method);
      return operation === undefined || place === null
        ? null
        : { operation, parameters: place.parameters };
    },
    at: (path) => [...(findPlace(root, partsOf(path))?.operations.values() ?? [])],
  };
}

function findPlace(root: Node, parts: readonly string[]): Place | null {
  const parameters: Record<string, string> = {};
  let node = root;
  for (const part of parts) {
    const child = node.children.get(part);
    if (child !== undefined) {
      node = child;
      continue;
    }
    const value = decode(part);
    if (node.parameter === null || value === null) return null;
    parameters[node.parameter.name] = value;
    node = node.parameter.node;
  }
  return { operations: node.routes, parameters };
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

function newNode(): Node {
  return { children: new Map(), parameter: null, routes: new Map() };
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
