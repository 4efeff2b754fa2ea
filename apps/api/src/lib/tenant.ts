import { inOrder } from "./in-order.ts";

/** Whose records an operation sees and changes: those of one seller (a user's id), or everybody's. */
export type Tenant = string | null;

/** The platform's own keys, the jobs and what follows from a change: they see every record. */
export const everyone: Tenant = null;

/** The condition that keeps a query to a tenant's records: others are as if they were not there. */
export function ownedBy(tenant: Tenant): { ownerId?: string } {
  return tenant === null ? {} : { ownerId: tenant };
}

/** The same of a record that was read already: whether it is the tenant's. */
export function isOwnedBy(tenant: Tenant, { ownerId }: { readonly ownerId: string }): boolean {
  return tenant === null || ownerId === tenant;
}

/** A record by its id, and who asks for it. */
export interface Asked {
  readonly id: string;
  readonly tenant: Tenant;
}

/** @returns of records that were read for many, that of each who asked; null where it is not the tenant's */
export function ofAsked<Row extends { readonly id: string; readonly ownerId: string }>(
  rows: readonly Row[],
  asked: readonly Asked[],
): (Row | null)[] {
  const found = inOrder(
    asked.map(({ id }) => id),
    rows,
  );
  return asked.map(({ tenant }, place) => {
    const row = found[place] ?? null;
    return row !== null && isOwnedBy(tenant, row) ? row : null;
  });
}
