interface Noun {
  /** What scopes call it, as its paths write it; absent for what takes no key. */
  readonly resource?: string;
  /** How the OpenAPI document titles its operations, and what they are about. */
  readonly tag: { readonly name: string; readonly description: string };
}

const health = {
  tag: {
    name: "Health",
    description: "Whether the service is up, and able to do all its work.",
  },
} as const satisfies Noun;

/**
 * The nouns of the API, by the first part of their operations' names: `services.create`. The order is the one in
 * which the OpenAPI document lists scopes.
 */
export const nouns = {
  services: {
    resource: "services",
    tag: { name: "Services", description: "What you sell, and who owns it." },
  },
  plans: { resource: "plans", tag: { name: "Plans", description: "How a service is priced." } },
  checkoutSessions: {
    resource: "checkout-sessions",
    tag: { name: "Checkout sessions", description: "How a subscriber signs up." },
  },
  subscriptions: {
    resource: "subscriptions",
    tag: { name: "Subscriptions", description: "A subscriber on a plan." },
  },
  usageEvents: {
    resource: "usage-events",
    tag: { name: "Usage events", description: "What a subscriber used." },
  },
  invoices: {
    resource: "invoices",
    tag: { name: "Invoices", description: "What a subscriber owes." },
  },
  settlements: {
    resource: "settlements",
    tag: { name: "Settlements", description: "Payments recorded on the settlement chain." },
  },
  spendingCaps: {
    resource: "spending-caps",
    tag: {
      name: "Spending caps",
      description: "Limits that subscribers signed, within which their invoices are collected.",
    },
  },
  events: {
    resource: "events",
    tag: { name: "Events", description: "What happened: everything that webhooks report." },
  },
  webhookEndpoints: {
    resource: "webhook-endpoints",
    tag: { name: "Webhook endpoints", description: "Where events are sent." },
  },
  webhookDeliveries: {
    resource: "webhook-deliveries",
    tag: {
      name: "Webhook deliveries",
      description: "The log of what was sent to webhook endpoints, and their responses.",
    },
  },
  apiKeys: {
    resource: "api-keys",
    tag: { name: "API keys", description: "Keys that call the API, and their scopes." },
  },
  auditEvents: {
    resource: "audit-events",
    tag: { name: "Audit events", description: "Who wrote what, and when." },
  },
  checkout: {
    tag: {
      name: "Checkout page",
      description: "What the checkout page calls, with a session's id and without a key.",
    },
  },
  ready: health,
  health,
} as const satisfies Readonly<Record<string, Noun>>;

type Resource = Extract<(typeof nouns)[keyof typeof nouns], { resource: string }>["resource"];
export type Scope = `${Resource}:${"read" | "write"}`;

/** Every scope that a key can hold. `*` includes all of them and those to come. */
export const scopes = [
  "*",
  ...Object.values(nouns).flatMap((noun) =>
    "resource" in noun ? ([`${noun.resource}:read`, `${noun.resource}:write`] as const) : [],
  ),
] as const satisfies readonly (Scope | "*")[];

/** Whether a key with these scopes may call what takes this one. */
export function holds(held: readonly string[], scope: string): boolean {
  return held.includes("*") || held.includes(scope);
}

/** The noun of an operation. @throws Error for a noun that is not in the table */
export function nounOf(operation: string): Noun {
  const name = operation.split(".", 1)[0] ?? "";
  const noun = Object.entries(nouns).find(([key]) => key === name)?.[1];
  if (noun === undefined) throw new Error(`Add ${name} to src/contract/nouns.ts.`);
  return noun;
}
