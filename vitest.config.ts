import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = import.meta.dirname;
const warnings = join(root, "apps/api/src/cli/known-warnings.ts");

/** Each in a process of its own: one mocks a module of Node, one changes the prototypes of all objects. */
const alone = [
  "apps/api/src/operation/access/auth/timing.test.ts",
  "apps/api/test/fuzz/prototype-pollution.test.ts",
];

/** Of pages, whose components only Vite can load. */
const pages = "{apps/checkout,apps/dashboard,apps/docs,packages/ui}/src/**/*.test.ts";

/**
 * Where each test runs: `pnpm test` runs the projects `test:…`, and `pnpm test:system` the others, in the parts of
 * scripts/suites.ts. A test file that is in no project, or in two, fails apps/api/test/suites.test.ts.
 */
export default defineConfig({
  root,
  test: {
    // One Postgres for all projects.
    globalSetup: "apps/api/test/harness/global-setup.ts",
    projects: [
      project("test:alone", { include: alone }),
      project("test:pages", { include: [pages], isolate: false }),
      project("test:code", {
        include: [
          "{apps,packages,examples}/*/src/**/*.test.ts",
          "apps/api/test/*.test.ts",
          "apps/api/test/{access,conformance,fuzz,harness}/**/*.test.ts",
          "apps/api/test/model/*.test.ts",
          "packages/{express,sdk}/test/*.test.ts",
        ],
        exclude: [...alone, pages],
        // The files leave no state behind, and loading the service takes longer than most files.
        isolate: false,
        setupFiles: [warnings, join(root, "apps/api/test/harness/compile-cache.ts")],
        // Node runs the code as in production. Only mocks need Vite's loaders, which take longer.
        experimental: { viteModuleRunner: false, nodeLoader: false },
      }),
      project("system:browser", {
        include: [
          "{apps/checkout,apps/dashboard,apps/docs,examples/tanstack-query,packages/ui}/test/**/*.test.ts",
        ],
        globalSetup: "apps/checkout/test/harness/global-setup.ts",
      }),
      project("system:programs", {
        include: [
          "{apps/biller,apps/webhooks,examples/metered-express,examples/x402-express,packages/local-stack}/test/**/*.test.ts",
          "packages/sdk/test/published/**/*.test.ts",
          "bench/test/**/*.test.ts",
        ],
      }),
      project("system:service", {
        include: [
          "apps/api/test/{faults,guides,hostile,large,lists,observability,processes}/**/*.test.ts",
          "apps/api/test/model/runs/**/*.test.ts",
          "apps/api/test/{published,regular-expressions,scaling,soak}/**/*.test.ts",
        ],
      }),
    ],
  },
});

function project(
  name: string,
  options: NonNullable<TestProjectInlineConfiguration["test"]>,
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      root,
      setupFiles: [warnings],
      // More than a small machine has cores: most of a test is waiting for a chain or a process.
      maxWorkers: Math.max(3, availableParallelism() - 1),
      // A limit is for what hangs. A wait within a test ends before (`until`), with a better message.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      ...options,
    },
  };
}
