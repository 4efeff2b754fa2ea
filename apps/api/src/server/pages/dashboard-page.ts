import { Router } from "express";
import { builtFolder, builtPage } from "./built-page.ts";
import { securePage } from "./page-policy.ts";

/**
 * Serves the seller's dashboard. The page signs in by a cookie, so it must have the same origin as the API.
 *
 * @param folder the build output of apps/dashboard
 */
export function dashboardPage(folder: string = builtFolder("dashboard")): Router {
  const router = Router();
  router.use("/dashboard", securePage());
  const paths = ["/dashboard", ...views.map((view) => `/dashboard/${view}`)];
  return router.use(
    builtPage({ folder, root: "/dashboard", paths, what: "dashboard", from: "@usance/dashboard" }),
  );
}

/** The paths of the dashboard's views. Other paths are 404. */
const views = [
  "sign-in",
  "invoices",
  "invoices/:id",
  "disputes",
  "upcoming",
  "subscribers",
  "subscribers/:id",
  "services",
  "services/:id",
  "services/:id/plans/:planId",
  "usage",
  "settlements",
  "clocks",
  "clocks/:id",
  "webhooks",
  "webhooks/:id",
  "keys",
  "audit",
  "system",
] as const;
