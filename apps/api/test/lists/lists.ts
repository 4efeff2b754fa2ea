import { findAlertPage } from "../../src/alerts/store.ts";
import { findBalancePage } from "../../src/balances/store.ts";
import { findServicePage } from "../../src/catalog/services/store.ts";
import { findTestClocks } from "../../src/catalog/test-clocks/store.ts";
import type { Queryable } from "../../src/db/client.ts";
import { findInvoices } from "../../src/invoices/store.ts";
import type { PageRequest } from "../../src/kit/lists.ts";
import type { Tenant } from "../../src/kit/tenant.ts";
import { findEmails } from "../../src/notify/emails/store.ts";
import { findDeliveries } from "../../src/notify/webhooks/deliveries/store.ts";
import { findEndpoints } from "../../src/notify/webhooks/endpoints/store.ts";
import { findEvents } from "../../src/notify/webhooks/events/store.ts";
import { findApiKeys } from "../../src/operation/keys/api-keys/store.ts";
import { findAuditEvents } from "../../src/operation/keys/audit-events/list-audit-events.ts";
import { findCheckoutSessions } from "../../src/pages/checkout-sessions/store.ts";
import { findDashboardSessions } from "../../src/pages/dashboard/store.ts";
import { findPortalSessions } from "../../src/pages/portal/portal-sessions/store.ts";
import { findCreditNotes } from "../../src/settlements/credit-notes/store.ts";
import { findDisputes } from "../../src/settlements/disputes/store.ts";
import { findSettlements } from "../../src/settlements/store.ts";
import { findSubscriptions } from "../../src/subscriptions/store.ts";
import { findSubscribers } from "../../src/subscriptions/subscribers/store.ts";
import { findLimitPage } from "../../src/usage/limits/store.ts";
import { findUsageEvents } from "../../src/usage/store.ts";
import { findPayments } from "../../src/x402/store.ts";
import { bigOne, bigSeller, busyPayer, momentAt, someEvent } from "./million-rows.ts";

interface Query extends PageRequest {
  readonly serviceId?: string;
}
export type List = (db: Queryable, tenant: Tenant, query: Query) => Promise<unknown>;

interface Listed {
  readonly list: List;
  readonly filters: Readonly<Record<string, string[]>>;
  /** Whose list without a filter has an index; by default the platform's and a seller's. */
  readonly unfilteredOf?: readonly Tenant[];
  /** Further filters with an index, and whose list it is. */
  readonly also?: readonly { readonly filter: object; readonly tenants: readonly Tenant[] }[];
}

/** Each list with a value of each filter that has an index; all of these records belong to the seller. */
export const lists: Readonly<Record<string, Listed>> = {
  services: { list: findServicePage as List, filters: {} },
  "checkout-sessions": {
    list: findCheckoutSessions as List,
    filters: {
      serviceId: [bigOne],
      paymentPlanId: [bigOne],
      userId: [busyPayer],
      status: ["PENDING", "PAID"],
    },
  },
  subscriptions: {
    list: findSubscriptions as List,
    filters: {
      serviceId: [bigOne],
      paymentPlanId: [bigOne],
      userId: [busyPayer],
      checkoutSessionId: [bigOne],
      status: ["ACTIVE"],
    },
  },
  subscribers: {
    list: (db, tenant, query) => findSubscribers({ db, tenant, now: momentAt(1) }, query),
    filters: {},
  },
  "usage-events": {
    list: findUsageEvents as List,
    filters: {
      serviceId: [bigOne],
      subscriptionId: [bigOne],
      invoiceId: [bigOne],
    },
    unfilteredOf: [null],
    also: [{ filter: { subscriptionId: bigOne, eventKey: someEvent }, tenants: [null, bigSeller] }],
  },
  invoices: {
    list: findInvoices as List,
    filters: {
      serviceId: [bigOne],
      paymentPlanId: [bigOne],
      userId: [busyPayer],
      subscriptionId: [bigOne],
      status: ["OPEN", "PAID"],
    },
  },
  balances: {
    list: findBalancePage as List,
    filters: { serviceId: [bigOne], userId: [busyPayer], status: ["ACTIVE"] },
  },
  "credit-notes": {
    list: findCreditNotes as List,
    filters: { invoiceId: [bigOne], serviceId: [bigOne], userId: [busyPayer] },
  },
  alerts: {
    list: findAlertPage as List,
    filters: { serviceId: [bigOne] },
  },
  limits: {
    list: findLimitPage as List,
    filters: { serviceId: [bigOne] },
  },
  disputes: {
    list: findDisputes as List,
    filters: { invoiceId: [bigOne], status: ["ACCEPTED", "DECLINED"] },
  },
  x402: {
    list: findPayments as List,
    filters: { payerAddress: [busyPayer], nonce: [bigOne] },
  },
  settlements: {
    list: findSettlements as List,
    filters: {
      serviceId: [bigOne],
      invoiceId: [bigOne],
      payerId: [busyPayer],
      merchantId: [bigSeller],
      transactionHash: [`0x${"1".padStart(64, "0")}`],
      status: ["CONFIRMED", "FAILED"],
    },
  },
  "api-keys": { list: findApiKeys as List, filters: {} },
  "wallet-grants": {
    list: (db, tenant, query) => findApiKeys(db, tenant, query, { ofGrants: true }),
    filters: {},
  },
  "audit-events": {
    list: findAuditEvents as List,
    filters: { apiKeyId: [busyPayer], recordId: [bigOne] },
  },
  emails: {
    list: findEmails as List,
    filters: { invoiceId: [bigOne], userId: [busyPayer], status: ["FAILED"] },
  },
  "portal-sessions": { list: findPortalSessions as List, filters: { userId: [busyPayer] } },
  "test-clocks": { list: findTestClocks, filters: {} },
  "dashboard-sessions": { list: findDashboardSessions as List, filters: {} },
  events: {
    list: findEvents as List,
    filters: { type: ["invoice.paid"], serviceId: [bigOne] },
  },
  "webhook-endpoints": { list: findEndpoints as List, filters: {} },
  "webhook-deliveries": {
    list: findDeliveries as List,
    filters: { endpointId: [bigOne], eventId: [bigOne] },
    unfilteredOf: [null],
    also: [
      { filter: { status: "FAILED" }, tenants: [null] },
      { filter: { endpointId: bigOne, status: "PENDING" }, tenants: [null, bigSeller] },
    ],
  },
};
