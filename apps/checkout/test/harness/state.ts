import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const folder = fileURLToPath(new URL("../screenshots", import.meta.url));
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

interface Looks {
  /** The accessibility rules for a page whose parts come from others. */
  readonly rules?: readonly string[];
}

const phone = { width: 360, height: 780 };

/** Takes screenshots of a state in light and dark mode and on a phone, and checks its accessibility and that it fits the phone. */
export async function expectGoodState(
  page: Page,
  name: string,
  { rules }: Looks = {},
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const keep = (look: string) =>
    page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true });

  await keep("light");
  await expectAccessible(page, `${name} in light`, rules);
  await page.emulateMedia({ colorScheme: "dark" });
  await keep("dark");
  await expectAccessible(page, `${name} in dark`, rules ?? ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  const size = page.viewportSize();
  await page.setViewportSize(phone);
  await keep("phone");
  const phoneRules = rules ?? ["target-size", "scrollable-region-focusable"];
  await expectAccessible(page, `${name} on a phone`, phoneRules);
  const isOurs = rules === undefined;
  if (isOurs) expect(await page.evaluate(wideElements), `${name} on a phone`).toEqual([]);
  if (size !== null) await page.setViewportSize(size);
}

/** Runs in the page: finds elements that are wider than the window, which a frame may cut off without a scrollbar. */
function wideElements(): string[] {
  const right = document.documentElement.clientWidth + 1;
  return [...document.body.querySelectorAll("*")]
    .filter(
      (one) =>
        one.getBoundingClientRect().right > right && one.closest("pre, .table-frame") === null,
    )
    .map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`);
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** @param rules the rules to check; all by default */
async function expectAccessible(
  page: Page,
  where: string,
  rules?: readonly string[],
): Promise<void> {
  // Uses the debugger, to which the page's Content-Security-Policy does not apply.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const options = {
    resultTypes: ["violations"],
    ...(rules !== undefined && { runOnly: { type: "rule", values: rules } }),
  };
  const run = `axe.run(document, ${JSON.stringify(options)})`;
  const { violations } = (await page.evaluate(run)) as AxeResults;
  const found = violations.map(({ id, nodes }) => ({
    where,
    id,
    at: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
  expect(found).toEqual([]);
}
