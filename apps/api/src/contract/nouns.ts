interface Noun {
  /** Its name in scopes and paths; absent for operations that take no key. */
  readonly resource?: string;
  /** The title and description of its operations in the OpenAPI document. */
  readonly tag: { readonly name: string; readonly description: string };
}

const health = {
  tag: {
    name: "Health",
    description: "Whether the service is up and can do all its work.",
  },
} as const satisfies Noun;

/**
 * The nouns of the API, by the first part of their operations' names: `services.create`. The OpenAPI document lists
 * scopes in this order.
 */
export const nouns = {
  services: {
    resource: "services",
    tag: { name: "Services", description: "What you sell, and its owner." },
  },
  plans: { resource: "plans", tag: { name: "Plans", description: "The prices of a service." } },
  checkoutSessions: {
    resource: "checkout-sessions",
    tag: { name: "Checkout sessions", description: "How a subscriber signs up." },
  },
  subscriptions: {
    resource: "subscriptions",
    tag: { name: "Subscriptions", description: "Subscribers on plans, and their billing periods." },
  },
  usageEvents: {
    resource: "usage-events",
    tag: { name: "Usage events", description: "What subscribers use." },
  },
  invoices: {
    resource: "invoices",
    tag: { name: "Invoices", description: "What subscribers owe." },
  },
  settlements: {
    resource: "settlements",
    tag: { name: "Settlements", description: "Payments recorded on the settlement chain." },
  },
  spendingCaps: {
    resource: "spending-caps",
    tag: {
      name: "Spending caps",
      description: "Signed limits within which a subscriber's invoices are collected.",
    },
  },
  events: {
    resource: "events",
    tag: { name: "Events", description: "The log of events that webhooks report." },
  },
  webhookEndpoints: {
    resource: "webhook-endpoints",
    tag: { name: "Webhook endpoints", description: "URLs to which events are sent." },
  },
  webhookDeliveries: {
    resource: "webhook-deliveries",
    tag: {
      name: "Webhook deliveries",
      description: "The log of deliveries to webhook endpoints, with the responses.",
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
      description: "Operations of the checkout page. They take a session id and no API key.",
    },
  },
  ready: health,
  health,
} as const satisfies Readonly<Record<string, Noun>>;

type Resource = Extract<(typeof nouns)[keyof typeof nouns], { resource: string }>["resource"];
export type Scope = `${Resource}:${"read" | "write"}`;

/** Every scope that a key can hold. `*` includes all scopes, also future ones. */
export const scopes = [
  "*",
  ...Object.values(nouns).flatMap((noun) =>
    "resource" in noun ? ([`${noun.resource}:read`, `${noun.resource}:write`] as const) : [],
  ),
] as const satisfies readonly (Scope | "*")[];

/** Whether a key with these scopes may call an operation that needs this scope. */
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
