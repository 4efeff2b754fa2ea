import { renderToStaticMarkup } from "react-dom/server";
import { hrefOf } from "./guides/files.ts";
import {
  guidePage,
  notFoundPage,
  repositoryPage,
  sourcePage,
  startPage,
} from "./guides/guide-pages.tsx";
import { type Assets, Layout, type Page } from "./parts/layout.tsx";
import { operationPage } from "./reference/operation-page.tsx";
import { eventPage, recordPage, referencePage } from "./reference/other-pages.tsx";
import type { Site } from "./site.ts";

/** All pages of the site. */
export function pagesOf(site: Site): Page[] {
  const { guides, operations, events, records } = site;
  const inRepository = guides.files.filter((file) => hrefOf(file).startsWith("/docs/repository"));
  return [
    startPage(site),
    ...guides.all.map((guide) => guidePage(site, guide)),
    ...guides.files
      .filter((file) => hrefOf(file).startsWith("/docs/source/"))
      .map((file) => sourcePage(file)),
    repositoryPage(inRepository),
    referencePage(site),
    ...operations.map((one) => operationPage(site, one)),
    ...events.map((one) => eventPage(site, one)),
    ...records.map((one) => recordPage(site, one)),
    notFoundPage(),
  ];
}

/** A page as HTML. */
export const htmlOf = (site: Site, assets: Assets, page: Page): string =>
  `<!doctype html>${renderToStaticMarkup(<Layout site={site} assets={assets} page={page} />)}`;
