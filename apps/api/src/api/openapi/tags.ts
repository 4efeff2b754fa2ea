interface Tag {
  readonly name: string;
  readonly description: string;
}

const health: Tag = {
  name: "Health",
  description: "Whether the service is up, and able to do all its work.",
};

/** The document's tags: a router's name, how people write it, and what it is about. */
export const tags: Readonly<Record<string, Tag>> = {
  services: { name: "Services", description: "What you sell, and who owns it." },
  plans: { name: "Plans", description: "How a service is priced." },
  checkoutSessions: { name: "Checkout sessions", description: "How a subscriber signs up." },
  checkout: {
    name: "Checkout page",
    description: "What the checkout page calls, with a session's id and without a key.",
  },
  subscriptions: { name: "Subscriptions", description: "A subscriber on a plan." },
  usageEvents: { name: "Usage events", description: "What a subscriber used." },
  invoices: { name: "Invoices", description: "What a subscriber owes." },
  settlements: { name: "Settlements", description: "Payments recorded on the settlement chain." },
  spendingCaps: {
    name: "Spending caps",
    description: "What subscribers have signed, so that invoices can be collected.",
  },
  webhookEndpoints: {
    name: "Webhook endpoints",
    description: "Where you are told of what has happened.",
  },
  webhookDeliveries: {
    name: "Webhook deliveries",
    description: "What was sent where, and what came of it.",
  },
  events: { name: "Events", description: "What has happened: all that webhooks tell of." },
  auditEvents: { name: "Audit events", description: "Who wrote what, and when." },
  apiKeys: { name: "API keys", description: "Who may call, and what." },
  ready: health,
  health,
};

/** The tag of an operation: `services.create` is of Services. @throws Error when there is none */
export function tagOf(operation: string): string {
  const tag = tags[operation.split(".")[0] ?? ""];
  if (tag === undefined) throw new Error(`${operation} has no tag in the document.`);
  return tag.name;
}
