interface Noun {
  /** The name in scopes and paths. Absent if the operations take no API key. */
  readonly resource?: string;
  /** The tag of the operations in the OpenAPI document. */
  readonly tag: { readonly name: string; readonly description: string };
}

const health = {
  tag: {
    name: "Health",
    description: "Health and readiness of the service.",
  },
} as const satisfies Noun;

/**
 * The nouns of the API. The key is the first part of the operations' names, such as `services` in `services.create`.
 * The OpenAPI document lists scopes in this order.
 */
export const nouns = {
  services: {
    resource: "services",
    tag: { name: "Services", description: "The products that you sell, and their owners." },
  },
  plans: { resource: "plans", tag: { name: "Plans", description: "The prices of a service." } },
  rateCards: {
    resource: "rate-cards",
    tag: { name: "Rate cards", description: "What the usage of a plan costs, in versions." },
  },
  quotes: {
    resource: "quotes",
    tag: { name: "Quotes", description: "What usage costs by a rate card." },
  },
  testClocks: {
    resource: "test-clocks",
    tag: {
      name: "Test clocks",
      description:
        "Clocks that give services on local chains and testnets their own time, to test renewals.",
    },
  },
  checkoutSessions: {
    resource: "checkout-sessions",
    tag: { name: "Checkout sessions", description: "Sign-ups of subscribers to plans." },
  },
  subscriptions: {
    resource: "subscriptions",
    tag: {
      name: "Subscriptions",
      description: "Subscriptions to plans, and their billing periods.",
    },
  },
  subscribers: {
    resource: "subscribers",
    tag: { name: "Subscribers", description: "Users with subscriptions to your services." },
  },
  usageEvents: {
    resource: "usage-events",
    tag: { name: "Usage events", description: "Metered usage of subscribers." },
  },
  limits: {
    resource: "limits",
    tag: { name: "Limits", description: "Limits on usage, and what is used of them." },
  },
  alerts: {
    resource: "alerts",
    tag: {
      name: "Alerts",
      description: "What you are told when usage, spending, credit or a forecast crosses a level.",
    },
  },
  subjects: {
    resource: "usage-events",
    tag: {
      name: "Subjects",
      description: "Who or what used it below the subscriber: end users, agents, tasks.",
    },
  },
  usageRoots: {
    resource: "usage-events",
    tag: { name: "Usage roots", description: "Signed hashes that fix recorded usage." },
  },
  balances: {
    resource: "balances",
    tag: {
      name: "Balances",
      description: "What subscribers have paid or been given in advance, and its ledger.",
    },
  },
  holds: {
    resource: "holds",
    tag: {
      name: "Holds",
      description: "Parts of balances that are set aside for calls whose price is not known yet.",
    },
  },
  invoices: {
    resource: "invoices",
    tag: { name: "Invoices", description: "Amounts due from subscribers." },
  },
  creditNotes: {
    resource: "credit-notes",
    tag: {
      name: "Credit notes",
      description: "Parts of invoices' amounts that are not owed, and their refunds.",
    },
  },
  disputes: {
    resource: "disputes",
    tag: {
      name: "Disputes",
      description: "Payers' objections to usage events that invoices bill, and their answers.",
    },
  },
  settlements: {
    resource: "settlements",
    tag: { name: "Settlements", description: "Payments recorded on the settlement chain." },
  },
  x402: {
    resource: "x402",
    tag: {
      name: "x402",
      description: "Payments of programs, by the x402 protocol: this service is the facilitator.",
    },
  },
  x402Payments: {
    resource: "x402",
    tag: {
      name: "x402 payments",
      description: "The payments that programs have made with x402.",
    },
  },
  reports: {
    resource: "reports",
    tag: { name: "Reports", description: "Sums over time, and what needs attention." },
  },
  spendingCaps: {
    resource: "spending-caps",
    tag: {
      name: "Spending caps",
      description: "Signed limits on what can be collected from subscribers.",
    },
  },
  portalSessions: {
    resource: "portal-sessions",
    tag: {
      name: "Portal sessions",
      description: "Links with which subscribers see and change their own records.",
    },
  },
  dashboardSessions: {
    resource: "dashboard-sessions",
    tag: {
      name: "Dashboard sessions",
      description: "Sessions of people who sign in to the dashboard.",
    },
  },
  walletGrants: {
    resource: "dashboard-sessions",
    tag: {
      name: "Wallet grants",
      description: "Wallets that may sign in to the dashboard, and with which scopes.",
    },
  },
  events: {
    resource: "events",
    tag: { name: "Events", description: "The log of events that webhooks report." },
  },
  webhookEndpoints: {
    resource: "webhook-endpoints",
    tag: { name: "Webhook endpoints", description: "URLs that receive events." },
  },
  webhookDeliveries: {
    resource: "webhook-deliveries",
    tag: {
      name: "Webhook deliveries",
      description: "The log of deliveries to webhook endpoints, with the responses.",
    },
  },
  emails: {
    resource: "emails",
    tag: {
      name: "E-mails",
      description: "The log of e-mails to subscribers, with the mail server's responses.",
    },
  },
  apiKeys: {
    resource: "api-keys",
    tag: { name: "API keys", description: "API keys and their scopes." },
  },
  auditEvents: {
    resource: "audit-events",
    tag: { name: "Audit events", description: "The log of writes by API keys." },
  },
  system: {
    resource: "system",
    tag: {
      name: "System",
      description: "The software, the contracts and the accounts that send settlements.",
    },
  },
  checkout: {
    tag: {
      name: "Checkout page",
      description: "Operations of the checkout page. They take a session id and no API key.",
    },
  },
  invoiceLinks: {
    tag: {
      name: "Invoice page",
      description:
        "Operations of an invoice's page. They take the token of its link and no API key.",
    },
  },
  refundLinks: {
    tag: {
      name: "Refund page",
      description:
        "Operations of the page on which a seller pays a refund. They take the token of its link and no API key.",
    },
  },
  portal: {
    tag: {
      name: "Portal page",
      description:
        "Operations of the subscriber's portal. They take a link's token and no API key.",
    },
  },
  dashboard: {
    tag: {
      name: "Dashboard page",
      description:
        "Operations with which the dashboard's page signs in and out. They take no API key, and accept calls only from the dashboard's own page.",
    },
  },
  ready: health,
  health,
} as const satisfies Readonly<Record<string, Noun>>;

type Resource = Extract<(typeof nouns)[keyof typeof nouns], { resource: string }>["resource"];
export type Scope = `${Resource}:${"read" | "write"}`;

const resources = new Set(
  Object.values(nouns).flatMap((noun) => ("resource" in noun ? [noun.resource] : [])),
);

/** Every scope that a key can hold. `*` includes all scopes, also future ones. */
export const scopes = [
  "*",
  ...[...resources].flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
] as const satisfies readonly (Scope | "*")[];

/** Whether a key with these scopes may call an operation that needs this scope. */
export function holds(held: readonly string[], scope: string): boolean {
  return held.includes("*") || held.includes(scope);
}

/** The noun of an operation. @throws Error for a noun that is not in the table */
export function nounOf(operation: string): Noun {
  const name = operation.split(".", 1)[0] ?? "";
  const noun = Object.entries(nouns).find(([key]) => key === name)?.[1];
  if (noun === undefined) throw new Error(`Add ${name} to src/schemas/nouns.ts.`);
  return noun;
}
