import type { Tool } from "@modelcontextprotocol/server";
import { takesIdempotencyKey } from "../../operation/define.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { toolSchema } from "./tool-schema.ts";

/** The operations that assistants can call: those by which a seller asks what happened, and a few changes. */
const offered = words(`
  services.list services.get plans.list plans.get rateCards.list quotes.create
  subscribers.list subscribers.get
  subscriptions.list subscriptions.get subscriptions.upcomingInvoice subscriptions.upcomingTotals
  subscriptions.cancel
  usageEvents.list usageEvents.summary usageEvents.series
  balances.list balances.get balances.entries balances.topUp balances.grant
  invoices.list invoices.get invoices.explain invoices.create invoices.finalize invoices.void
  creditNotes.list creditNotes.create disputes.list spendingCaps.get
  settlements.list settlements.get settlements.proof x402Payments.list
  reports.attention reports.counts reports.settled events.list emails.list`);

/** The changes that give money away or cannot be undone. A person is asked before each. */
const asking = words("subscriptions.cancel balances.grant invoices.void creditNotes.create");

/** The operations with a key that assistants cannot call, by the reason: nouns, or single operations. */
export const leftOut: Readonly<Record<string, readonly string[]>> = {
  "make, show or end credentials": words(
    "apiKeys walletGrants webhookEndpoints portalSessions dashboardSessions auditEvents invoices.rotateLink",
  ),
  "say where money goes, or move it": words(
    "services.create services.update settlements.create creditNotes.refund invoices.applyBalance x402",
  ),
  "record usage, which programs do": words(
    "usageEvents.create usageEvents.batch usageEvents.void holds",
  ),
  "set up what is sold, sign-ups and limits, which is done once, or by programs": words(
    `plans.create rateCards.create rateCards.get checkoutSessions testClocks limits alerts balances.create balances.update
     balances.addRecurringGrant balances.recurringGrants balances.endRecurringGrant balances.setAutoTopUp
     balances.autoTopUp balances.removeAutoTopUp`,
  ),
  "answer disputes, and send again what was sent": words(
    "disputes.create disputes.get disputes.accept disputes.decline emails.resend emails.get webhookDeliveries",
  ),
  "show what other tools show, or what only programs can check": words(
    `subscriptions.upcomingCharges usageEvents.get subjects usageRoots balances.totals invoices.proof invoices.usageProof creditNotes.get events.get
     x402Payments.get system`,
  ),
};

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** An operation as a tool. */
export interface OfferedTool {
  readonly operation: AnyOperation;
  /** Whether a person is asked before each call. */
  readonly asks: boolean;
  readonly definition: Tool;
}

/** The tools by name, in the order of `offered`. */
export function toolsOf(operations: readonly AnyOperation[]): ReadonlyMap<string, OfferedTool> {
  const byName = new Map(operations.map((one) => [one.name, one]));
  return new Map(
    offered.map((name) => {
      const operation = byName.get(name);
      if (operation === undefined) throw new Error(`There is no operation ${name}.`);
      const tool = { operation, asks: asking.includes(name) };
      return [toolName(name), { ...tool, definition: definitionOf(tool) }];
    }),
  );
}

/** `usageEvents.summary` → `usage_events_summary` */
const toolName = (operation: string): string =>
  operation.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`).replace(".", "_");

function definitionOf({ operation, asks }: Omit<OfferedTool, "definition">): Tool {
  const { name, summary, description, input, kind } = operation;
  const schema = input === undefined ? { type: "object" as const } : toolSchema(input);
  const more = {
    ...(takesIdempotencyKey(operation) && { idempotencyKey }),
    ...(asks && { confirm }),
  };
  const isRead = kind === "read" || kind === "query by POST";
  return {
    name: toolName(name),
    description: description === undefined ? summary : `${summary}. ${description}`,
    inputSchema: { ...schema, properties: { ...schema.properties, ...more } },
    annotations: isRead ? { readOnlyHint: true } : { destructiveHint: asks },
  };
}

/** The arguments of tools that are no fields of their operations. */
const idempotencyKey = {
  type: "string",
  description: "A new unique text; the same one again makes the change once",
};
const confirm = {
  type: "boolean",
  description: "true once the user has confirmed this very call",
};
