import { inOrder } from "./in-order.ts";

/** Whose records an operation sees and changes: those of one seller (a user id), or everyone's (null). */
export type Tenant = string | null;

/** The tenant of the platform's keys and of jobs, which see every record. */
export const everyone: Tenant = null;

/** The condition of a query for a tenant's records: to a tenant, other records do not exist. */
export function ownedBy(tenant: Tenant): { ownerId?: string } {
  return tenant === null ? {} : { ownerId: tenant };
}

/** Whether a tenant sees a record that was already read. */
export function isOwnedBy(tenant: Tenant, { ownerId }: { readonly ownerId: string }): boolean {
  return tenant === null || ownerId === tenant;
}

/** A request for a record by its id, by a tenant. */
export interface Asked {
  readonly id: string;
  readonly tenant: Tenant;
}

/** @returns each request's record, among the rows that were read for all requests; null if its tenant has none */
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
