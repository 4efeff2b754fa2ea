import type { AnyProcedure, AnyRouter } from "@trpc/server";
import type { AnyOperation } from "./operation.ts";
import { documentedProcedure, t } from "./procedure.ts";

type Served = AnyOperation & { readonly procedure: AnyProcedure };

/** Operations by name, nested by noun: `{ services: { create, list } }`. */
export interface OperationTree {
  readonly [name: string]: Served | OperationTree;
}

type ProceduresOf<Tree> = {
  [Name in keyof Tree]: Tree[Name] extends { readonly procedure: infer Procedure }
    ? Procedure
    : ProceduresOf<Tree[Name]>;
};

/** The same tree with procedures instead of operations, for tRPC's router. */
export function proceduresOf<Tree extends OperationTree>(tree: Tree): ProceduresOf<Tree>;
export function proceduresOf(tree: OperationTree): object {
  return Object.fromEntries(
    Object.entries(tree).map(([name, one]) => [
      name,
      isOperation(one) ? one.procedure : proceduresOf(one),
    ]),
  );
}

/** All operations of a tree. @throws Error when an operation's name differs from its place in the tree */
export function listOperations(tree: OperationTree, place = ""): AnyOperation[] {
  return Object.entries(tree).flatMap(([key, one]) => {
    const name = `${place}${key}`;
    if (!isOperation(one)) return listOperations(one, `${name}.`);
    if (one.name !== name)
      throw new Error(`The operation ${one.name} stands in the router as ${name}.`);
    return [one];
  });
}

/** A router for trpc-to-openapi, which reads its schemas. It serves no requests. */
export function documentedRouter(operations: readonly AnyOperation[]): AnyRouter {
  const procedures = operations.map((one) => [one.name, documentedProcedure(one)]);
  return t.router(Object.fromEntries(procedures));
}

function isOperation(one: Served | OperationTree): one is Served {
  return "procedure" in one;
}
