/** Whose records an operation sees and changes: those of one seller (a user's id), or everybody's. */
export type Tenant = string | null;

/** The platform's own keys, the jobs and what follows from a change: they see every record. */
export const everyone: Tenant = null;

/** The condition that keeps a query to a tenant's records: others are as if they were not there. */
export function ownedBy(tenant: Tenant): { ownerId?: string } {
  return tenant === null ? {} : { ownerId: tenant };
}
