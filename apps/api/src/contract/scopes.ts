/** What scopes are about: the nouns of the API, as its paths write them. */
const resources = [
  "services",
  "plans",
  "checkout-sessions",
  "subscriptions",
  "usage-events",
  "invoices",
  "settlements",
  "spending-caps",
  "events",
  "webhook-endpoints",
  "webhook-deliveries",
  "api-keys",
  "audit-events",
] as const;

type Resource = (typeof resources)[number];
export type Scope = `${Resource}:${"read" | "write"}`;

/** Every scope that a key can hold; `*` is all of them, those to come included. */
export const scopes = [
  "*",
  ...resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
] as const satisfies readonly (Scope | "*")[];

/**
 * The scope that an operation takes, by its name and kind alone, so that none can be forgotten.
 *
 * @param operation its name on the tRPC door: `usageEvents.create`
 */
export function scopeOf(operation: string, kind: "query" | "mutation"): Scope {
  const resource = resourceOf.get(operation.split(".", 1)[0] ?? "");
  if (resource === undefined) throw new Error(`${operation} belongs to no resource of a scope.`);
  return `${resource}:${kind === "query" ? "read" : "write"}`;
}

/** By the noun as operations write it: `usageEvents`. */
const resourceOf: ReadonlyMap<string, Resource> = new Map(
  resources.map((one) => [one.replace(/-(.)/g, (_, letter) => letter.toUpperCase()), one]),
);

/** Whether a key with some scopes may do what takes this one. */
export function holds(held: readonly string[], scope: string): boolean {
  return held.includes("*") || held.includes(scope);
}
