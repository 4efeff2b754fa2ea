import type { NewApiKey } from "../api/records.ts";

export type Scope = NonNullable<NewApiKey["scopes"]>[number];

type ResourceOf<One> = One extends `${infer Name}:${string}` ? Name : never;
type Resource = ResourceOf<Scope>;

/** What scopes are of, in the order in which a seller meets it. */
const resources: Readonly<Record<Resource, string>> = {
  services: "Services",
  plans: "Plans",
  "rate-cards": "Rate cards",
  quotes: "Quotes",
  "test-clocks": "Test clocks",
  "checkout-sessions": "Checkout sessions",
  subscriptions: "Subscriptions",
  subscribers: "Subscribers",
  "usage-events": "Usage events",
  limits: "Usage limits",
  alerts: "Alerts",
  balances: "Balances",
  holds: "Holds",
  invoices: "Invoices",
  "credit-notes": "Credit notes",
  disputes: "Disputes",
  settlements: "Settlements",
  x402: "x402",
  reports: "Reports",
  "spending-caps": "Spending limits",
  "portal-sessions": "Portal sessions",
  "dashboard-sessions": "Dashboard sessions",
  events: "Events",
  "webhook-endpoints": "Webhook endpoints",
  "webhook-deliveries": "Webhook deliveries",
  emails: "E-mails",
  "api-keys": "API keys",
  "audit-events": "Audit events",
  system: "System",
};

/** The scopes of each noun: to read and to write. */
const scopeGroups = Object.entries(resources).map(([resource, name]) => ({
  name,
  options: (["read", "write"] as const).map((way) => ({
    value: `${resource as Resource}:${way}` as const,
    words: way === "read" ? "Read" : "Write",
  })),
}));

/** Usual sets of scopes. Metering is what a service needs that reports usage. */
const scopePresets: readonly { readonly words: string; readonly values: readonly Scope[] }[] = [
  { words: "Full access", values: ["*"] },
  {
    words: "Read only",
    values: scopeGroups.flatMap(({ options }) =>
      options.filter(({ words }) => words === "Read").map(({ value }) => value),
    ),
  },
  { words: "Metering", values: ["usage-events:write", "subscriptions:read"] },
];

/** Those of them that somebody with some scopes can give to others. */
export function scopesToGive(held: readonly string[]) {
  const isHeld = (scope: Scope) => held.includes("*") || held.includes(scope);
  return {
    groups: scopeGroups
      .map(({ name, options }) => ({ name, options: options.filter(({ value }) => isHeld(value)) }))
      .filter(({ options }) => options.length > 0),
    presets: scopePresets.filter(({ values }) => values.every(isHeld)),
  };
}

/** @returns `Full access`, or the scopes */
export const scopesText = (scopes: readonly string[]): string =>
  scopes.includes("*") ? "Full access" : scopes.join(", ");
