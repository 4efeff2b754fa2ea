import type { Portal, Subscription } from "../api/portal-api.ts";

export type TabId = "overview" | "invoices" | "usage" | "limits" | "details";

/** What a link must allow to show a tab: one of these. null: a tab that is always there. */
const scopesOf: Readonly<Record<TabId, readonly string[] | null>> = {
  overview: null,
  invoices: ["invoices:read"],
  usage: ["usage-events:read"],
  limits: ["spending-caps:read", "limits:read", "alerts:read"],
  details: null,
};

const words: Readonly<Record<TabId, string>> = {
  overview: "Overview",
  invoices: "Invoices",
  usage: "Usage",
  limits: "Limits",
  details: "Details",
};

const ids = ["overview", "invoices", "usage", "limits", "details"] as const;

const ofSubscriptions: ReadonlySet<TabId> = new Set(["usage", "limits"]);

/** The tabs of a portal. Without a subscription there is nothing to show of usage and limits. */
export const tabsOf = (
  scopes: Portal["scopes"],
  subscriptions: readonly Subscription[],
): readonly { readonly id: TabId; readonly words: string }[] =>
  ids
    .filter((id) => scopesOf[id]?.some((scope) => scopes.includes(scope)) ?? true)
    .filter((id) => subscriptions.length > 0 || !ofSubscriptions.has(id))
    .map((id) => ({ id, words: words[id] }));
