import { expect, test } from "vitest";
import { builtPage } from "../../checkout/test/harness/weight.ts";

const { files, first, loadedWith, weightOf } = builtPage(new URL("../dist/", import.meta.url));

test.each(["overview", "invoice", "usage", "service", "plan", "upcoming", "clock"])(
  "a first visit of the view %s loads at most 150 kB of scripts and styles, gzipped",
  (view) => {
    const own = files.filter((file) => new RegExp(`^${view}-[\\w-]+\\.js$`).test(file));
    expect(own.length).toBeGreaterThan(0);
    const loaded = loadedWith([...first, ...own.map((file) => `assets/${file}`)]);
    expect(weightOf(loaded)).toBeLessThan(150_000);
  },
);

test("a chart and a QR code are loaded when one is shown", () => {
  expect(files.filter((file) => /^(?:charts|qr)-[\w-]+\.js$/.test(file))).toHaveLength(2);
  expect(loadedWith(first).filter((path) => /\/(?:charts|qr)-/.test(path))).toEqual([]);
});
