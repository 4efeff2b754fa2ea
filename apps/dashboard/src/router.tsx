import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { queryClient, trpc } from "./api/client.ts";
import { Frame } from "./frame/frame.tsx";
import { Failed, NotFound } from "./frame/not-found.tsx";
import { SignInPage } from "./sign-in/sign-in-page.tsx";

const root = createRootRoute({ notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: SignInPage,
});

/** All views that need a session. */
const frame = createRoute({ getParentRoute: () => root, id: "frame", component: Frame });

/** The string parameters of an address's query; other parameters are ignored. */
const words =
  <const Names extends readonly string[]>(...names: Names) =>
  (search: Record<string, unknown>): { [Name in Names[number]]?: string | undefined } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === "string" && value !== "" ? [[name, value]] : [];
      }),
    ) as { [Name in Names[number]]?: string | undefined };

const at = { getParentRoute: () => frame };

/* Loaders begin to read a record when its link is pointed at. The view itself waits for the answer. */

export const overviewRoute = createRoute({
  ...at,
  path: "/",
  validateSearch: words("range"),
  component: lazyRouteComponent(() => import("./pages/overview/overview.tsx"), "Overview"),
});
export const invoicesRoute = createRoute({
  ...at,
  path: "/invoices",
  validateSearch: words("status", "serviceId", "subscriptionId"),
  component: lazyRouteComponent(() => import("./pages/invoices/invoices.tsx"), "Invoices"),
});
export const invoiceRoute = createRoute({
  ...at,
  path: "/invoices/$invoiceId",
  loader: ({ params }) => void queryClient.prefetchQuery(trpc.invoices.get.queryOptions(params)),
  component: lazyRouteComponent(() => import("./pages/invoices/invoice.tsx"), "InvoicePage"),
});
export const disputesRoute = createRoute({
  ...at,
  path: "/disputes",
  validateSearch: words("status"),
  component: lazyRouteComponent(() => import("./pages/disputes/disputes.tsx"), "DisputeList"),
});
export const upcomingRoute = createRoute({
  ...at,
  path: "/upcoming",
  validateSearch: words("serviceId"),
  component: lazyRouteComponent(() => import("./pages/upcoming/upcoming.tsx"), "Upcoming"),
});
export const subscribersRoute = createRoute({
  ...at,
  path: "/subscribers",
  validateSearch: words("search"),
  component: lazyRouteComponent(() => import("./pages/subscribers/subscribers.tsx"), "Subscribers"),
});
export const subscriberRoute = createRoute({
  ...at,
  path: "/subscribers/$subscriberId",
  validateSearch: words("tab"),
  loader: ({ params }) => void queryClient.prefetchQuery(trpc.subscribers.get.queryOptions(params)),
  component: lazyRouteComponent(
    () => import("./pages/subscribers/subscriber.tsx"),
    "SubscriberPage",
  ),
});
export const servicesRoute = createRoute({
  ...at,
  path: "/services",
  validateSearch: words("testClockId"),
  component: lazyRouteComponent(() => import("./pages/services/services.tsx"), "Services"),
});
export const serviceRoute = createRoute({
  ...at,
  path: "/services/$serviceId",
  loader: ({ params }) => void queryClient.prefetchQuery(trpc.services.get.queryOptions(params)),
  component: lazyRouteComponent(() => import("./pages/services/service.tsx"), "ServicePage"),
});
export const planRoute = createRoute({
  ...at,
  path: "/services/$serviceId/plans/$paymentPlanId",
  component: lazyRouteComponent(() => import("./pages/plan/plan.tsx"), "PlanPage"),
});
export const usageRoute = createRoute({
  ...at,
  path: "/usage",
  validateSearch: words("billing", "serviceId", "subscriptionId", "prefix", "by", "range"),
  component: lazyRouteComponent(() => import("./pages/usage/usage.tsx"), "Usage"),
});
export const settlementsRoute = createRoute({
  ...at,
  path: "/settlements",
  validateSearch: words("status"),
  component: lazyRouteComponent(() => import("./pages/settlements/settlements.tsx"), "Settlements"),
});
const clocksRoute = createRoute({
  ...at,
  path: "/clocks",
  component: lazyRouteComponent(() => import("./pages/clocks/clocks.tsx"), "Clocks"),
});
export const clockRoute = createRoute({
  ...at,
  path: "/clocks/$testClockId",
  component: lazyRouteComponent(() => import("./pages/clocks/clock.tsx"), "ClockPage"),
});
const webhooksRoute = createRoute({
  ...at,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("./pages/webhooks/webhooks.tsx"), "Webhooks"),
});
export const endpointRoute = createRoute({
  ...at,
  path: "/webhooks/$webhookEndpointId",
  loader: ({ params }) =>
    void queryClient.prefetchQuery(trpc.webhookEndpoints.get.queryOptions(params)),
  validateSearch: words("status"),
  component: lazyRouteComponent(() => import("./pages/webhooks/endpoint.tsx"), "EndpointPage"),
});
const keysRoute = createRoute({
  ...at,
  path: "/keys",
  component: lazyRouteComponent(() => import("./pages/keys/keys.tsx"), "Keys"),
});
export const auditRoute = createRoute({
  ...at,
  path: "/audit",
  validateSearch: words("apiKeyId", "recordId"),
  component: lazyRouteComponent(() => import("./pages/audit/audit.tsx"), "Audit"),
});
const systemRoute = createRoute({
  ...at,
  path: "/system",
  component: lazyRouteComponent(() => import("./pages/system/system.tsx"), "System"),
});

const routeTree = root.addChildren([
  signIn,
  frame.addChildren([
    overviewRoute,
    invoicesRoute,
    invoiceRoute,
    disputesRoute,
    upcomingRoute,
    subscribersRoute,
    subscriberRoute,
    servicesRoute,
    serviceRoute,
    planRoute,
    usageRoute,
    settlementsRoute,
    clocksRoute,
    clockRoute,
    webhooksRoute,
    endpointRoute,
    keysRoute,
    auditRoute,
    systemRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: "/dashboard",
  defaultPreload: "intent",
  defaultErrorComponent: Failed,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
