import type { Page } from "playwright-core";

/** Refuses the page its stream of events, which would keep its network from being idle. */
export const withoutStream = (page: Page) =>
  page.route("**/api/v1/events", (route) => route.abort());
