import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("sizes of text, weights and gaps are those of the scales in tokens.css", () => {
  const files = globSync(["packages/ui/src/styles/*.css", "apps/*/src/**/*.css"], {
    cwd: root,
  });
  const found = files.flatMap((file) =>
    [
      ...readFileSync(`${root}/${file}`, "utf8").matchAll(
        /font-size: [\d.]+rem|font-weight: \d+|(?<![\w-])gap: [^;]*[1-9]\d*px/g,
      ),
    ].map(([use]) => `${use} in ${file}`),
  );

  expect(files.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
