import { expect, test } from "vitest";
import { builtPage } from "./harness/weight.ts";

const { files, first, loadedWith, weightOf } = builtPage(new URL("../dist/", import.meta.url));
const isScript = (path: string) => path.endsWith(".js");

test.each(["checkout-page", "invoice-page", "portal-page", "refund-page"])(
  "a visit of the %s loads at most 100 kB of JavaScript, gzipped",
  (page) => {
    const own = files.filter((file) => file.startsWith(page) && isScript(file));
    const loaded = loadedWith([...first, ...own.map((file) => `assets/${file}`)]);

    expect(own).toHaveLength(1);
    expect(weightOf(loaded.filter(isScript))).toBeLessThan(100_000);
  },
);
