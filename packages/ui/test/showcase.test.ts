import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { useBrowser, visitor } from "../../../apps/checkout/test/harness/browser.ts";
import { expectGoodState } from "../../../apps/checkout/test/harness/state.ts";

const browser = useBrowser();
const configFile = fileURLToPath(new URL("../vite.config.ts", import.meta.url));
const root = fileURLToPath(new URL("../showcase", import.meta.url));

/** @returns the address of the page with all components */
async function served(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), "usance-components-"));
  const terms = {
    root,
    configFile,
    logLevel: "silent",
    build: { outDir, emptyOutDir: true },
  } as const;
  await build(terms);
  const server = await preview({ ...terms, preview: { port: 0, host: "127.0.0.1" } });
  onTestFinished(async () => {
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  });
  const [url = ""] = server.resolvedUrls?.local ?? [];
  return url;
}

test("all components are accessible and fit a phone", async () => {
  const url = await served();
  const page = await (await visitor(browser(), new URL(url).origin)).newPage();
  await page.goto(url);
  await page.getByRole("heading", { name: "Components" }).waitFor();
  await expectGoodState(page, "components");

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("all that can be pressed is reached by the keyboard alone", async () => {
  const url = await served();
  const page = await (await visitor(browser(), new URL(url).origin)).newPage();
  await page.goto(url);
  const pressable = page.locator("main :is(a, button, input)");
  await pressable.first().waitFor();
  const count = await pressable.count();
  const reached = new Set<string>();
  for (let tab = 0; tab < count; tab++) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === null ? "" : getComputedStyle(activeElement).outlineStyle;
    });
    expect(outline).toBe("solid");
    reached.add(
      await page.evaluate(() =>
        String(
          [...document.querySelectorAll("*")].indexOf(document.activeElement ?? document.body),
        ),
      ),
    );
  }
  expect(reached.size).toBe(count);
});

test("a chart tells its values to the arrow keys and to the pointer, and leaves out what its legend hides", async () => {
  const url = await served();
  const page = await (await visitor(browser(), new URL(url).origin)).newPage();
  await page.goto(url);
  const chart = page.getByRole("figure", { name: "Payments" });
  const values = chart.getByRole("application", { name: "Payments: values" });
  const said = chart.locator("[aria-live]");
  const tops = async () => (await chart.locator(".plot-tick").allTextContents()).at(-1);
  await values.focus();
  for (const [key, text] of [
    ["ArrowRight", "Jan 1, 2026: Settled 0.00, Failed 0.00, Total 0.00, Before 0.00 USDC"],
    ["ArrowRight", "Jan 2, 2026: Settled 50.00, Failed 0.00, Total 50.00, Before 0.00 USDC"],
    ["End", "Jan 14, 2026: Settled 0.00, Failed 0.00, Total 0.00, Before 0.00 USDC"],
    ["Home", "Jan 1, 2026: Settled 0.00, Failed 0.00, Total 0.00, Before 0.00 USDC"],
    ["Escape", ""],
    ["ArrowLeft", "Jan 14, 2026: Settled 0.00, Failed 0.00, Total 0.00, Before 0.00 USDC"],
  ] as const) {
    await page.keyboard.press(key);
    expect(await said.textContent(), key).toBe(text);
  }
  expect(await tops()).toBe("1.5M");

  const settled = chart.getByRole("button", { name: /^Settled/ });
  await settled.click();
  expect(await settled.getAttribute("aria-pressed")).toBe("false");
  expect(await tops()).toBe("400K");
  const { width = 0, height = 0 } = (await values.boundingBox()) ?? {};
  await values.hover({ position: { x: (width * 8.5) / 14, y: height / 2 } });
  expect(await said.textContent()).toBe("Jan 9, 2026: Failed 250,000.25, Before 0.00 USDC");
  await expectGoodState(page, "components-chart");
});
