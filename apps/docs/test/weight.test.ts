import { expect, test } from "vitest";
import { builtPage } from "../../checkout/test/harness/weight.ts";

const { files, first, loadedWith, weightOf } = builtPage(new URL("../dist/", import.meta.url));

test.each(["index.html", "balances.html", "api.html", "api/invoices/create.html"])(
  "a first visit of %s loads at most 40 kB, gzipped",
  (page) => {
    expect(weightOf([page, ...loadedWith(first)])).toBeLessThan(40_000);
  },
);

test("the search and what it looks through are loaded when it is opened", () => {
  const search = files.filter((file) => /^search-[\w-]+\.js(?:on)?$/.test(file));

  expect(search).toHaveLength(2);
  expect(loadedWith(first).filter((path) => path.includes("search"))).toEqual([]);
  expect(weightOf(search.map((file) => `assets/${file}`))).toBeLessThan(180_000);
});
