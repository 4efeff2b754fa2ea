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
