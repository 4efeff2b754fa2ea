import { expect, it } from "vitest";
import { buildContext } from "../../../api/test/processes/build-context.ts";
import { recordHref } from "./document.ts";
import { hrefOf, listFile, readText } from "./guides/files.ts";
import { htmlOf, pagesOf } from "./pages.tsx";
import { searchTexts } from "./search-texts.ts";
import { readSite } from "./site.ts";

/* The pages as they are built, without a browser. */

const document = JSON.parse(readText("packages/sdk/openapi.json"));
const site = readSite(document);
const assets = { script: "/docs/assets/a.js", styles: "/docs/assets/a.css", search: "" };
const pages = new Map(pagesOf(site).map((page) => [page.href, htmlOf(site, assets, page)]));

/** What the service serves besides the pages. */
const served = /^(\/docs\/(assets|images)\/.+|\/docs\/icon\.svg|\/dashboard|\/openapi\.json)$/;

it("has a page of each operation, event and record of the document", () => {
  const documented = Object.values(document.paths).flatMap((one) => Object.keys(Object(one)));

  expect(site.operations).toHaveLength(documented.length);
  for (const { href, path, summary } of site.operations) {
    expect(pages.get(href), href).toContain(`<code>${path}</code>`);
    expect(pages.get(href)).toContain(
      `<title>${summary.replaceAll("'", "&#x27;")} · Usance</title>`,
    );
  }
  for (const { href } of site.events) expect(pages.has(href), href).toBe(true);
  for (const name of site.records) expect(pages.has(recordHref(name)), name).toBe(true);
});

it("has each guide of docs/README.md, in its order", () => {
  const linked = [...readText(listFile).matchAll(/\]\(([^)]+\.md)\)/g)].map(([, href]) => href);
  const shown = site.guides.groups.flatMap(({ guides }) => guides);

  expect(shown).toHaveLength(linked.length);
  for (const { href } of shown) expect(pages.has(href), href).toBe(true);
});

it("gives each page its own address", () => {
  const addresses = pagesOf(site).map(({ href }) => href);

  expect(addresses.filter((href, at) => addresses.indexOf(href) !== at)).toEqual([]);
  for (const href of addresses) expect(href).toMatch(/^\/docs(?:\/[\w-]+)*$/);
});

it("has no dead link, and no heading twice", () => {
  const ids = new Map([...pages].map(([href, html]) => [href, idsOf(html)]));
  const dead = [...pages].flatMap(([from, html]) =>
    linksOf(html).flatMap((link) => {
      const [path = "", id] = (link.startsWith("#") ? from + link : link).split("#");
      const isThere = served.test(path) || pages.has(path);
      const hasPart = id === undefined || ids.get(path)?.includes(decodeURI(id)) === true;
      return isThere && hasPart ? [] : [`${from}: ${link}`];
    }),
  );

  expect(dead).toEqual([]);
  for (const [href, own] of ids) {
    expect(
      own.filter((id, at) => own.indexOf(id) !== at),
      href,
    ).toEqual([]);
  }
});

it("finds only what there is", () => {
  const dead = searchTexts(site).filter(({ href }) => !pages.has(href.split("#")[0] ?? ""));

  expect(dead).toEqual([]);
});

it("asks no other origin for anything, and has no inline script or style", () => {
  for (const [href, html] of pages) {
    const loaded = html.match(/<(?:script|link|img|source)\b[^>]*>/g) ?? [];
    expect(
      loaded.filter((tag) => /="(?:https?:)?\/\//.test(tag)),
      href,
    ).toEqual([]);
    expect(html.match(/ style="|<style|<script(?! type="module" src=)| on\w+="/g), href).toBeNull();
  }
});

it("is built in the image from files that enter its build", () => {
  const enters = buildContext();
  const shown = [...site.guides.all, ...site.guides.files.map((file) => ({ file }))]
    .map(({ file }) => file)
    .filter((file) => !hrefOf(file).startsWith("/docs/repository"));

  expect(shown.filter((file) => !enters(file))).toEqual([]);
});

/** The links of a page to addresses of this service. */
function linksOf(html: string): string[] {
  const found = [...html.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)].map(([, link = ""]) => link);
  return [...new Set(found)].filter((link) => !/^(?:https?|mailto):/.test(link));
}

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
