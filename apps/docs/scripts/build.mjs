import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildPage } from "../../../packages/ui/scripts/build-page.mjs";

const at = new URL("..", import.meta.url);

/** What the guides link to may be anywhere. */
const files = globSync(
  [
    "*.md",
    "{apps,bench,contracts,examples,packages}/{,*/}README.md",
    "examples/python/*.py",
    "packages/*/*.json",
    "packages/sdk/scripts/operations.ts",
  ].map((pattern) => `../../${pattern}`),
  { cwd: fileURLToPath(at) },
);

buildPage({
  at,
  what: "the documentation",
  folders: ["src", "public", "../../packages/ui/src", "../../docs"],
  files: files.toSorted(),
});
