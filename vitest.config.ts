import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = import.meta.dirname;
const database = ["apps/api/test/harness/global-setup.ts"];
const databaseAndBrowser = ["apps/checkout/test/harness/global-setup.ts"];

/**
 * These files start first, each in a process of its own: the files that take longest, and one that mocks a module of
 * Node. Some of them change the prototypes of all objects.
 */
const alone = [
  "apps/api/src/access/auth/timing.test.ts",
  "apps/api/test/{access,fuzz,model}/**/*.test.ts",
];

/**
 * Where each test runs: `pnpm test` runs the projects `test:…`, and `pnpm test:system` the others, which
 * take longer. A test file that is in no project, or in two, fails apps/api/test/suites.test.ts.
 */
export default defineConfig({
  root,
  test: {
    projects: [
      project("test:alone", { include: alone, globalSetup: database }),
      project("test:code", {
        include: [
          "{apps,packages,examples}/*/src/**/*.test.ts",
          "apps/api/test/*.test.ts",
          "apps/api/test/{conformance,harness}/**/*.test.ts",
          "packages/sdk/test/*.test.ts",
        ],
        exclude: alone,
        globalSetup: database,
        // The files leave no state behind, and loading the service takes longer than most files.
        isolate: false,
      }),
      project("system:browser", {
        include: [
          "{apps/checkout,apps/dashboard,examples/tanstack-query,packages/ui}/test/**/*.test.ts",
        ],
        globalSetup: databaseAndBrowser,
        // Some tests take twenty screenshots, which takes a busy machine long.
        testTimeout: 180_000,
      }),
      project("system:programs", {
        include: [
          "{apps/biller,apps/demo,apps/webhooks,examples/metered-express,packages/local-stack}/test/**/*.test.ts",
          "packages/sdk/test/published/**/*.test.ts",
          "bench/test/**/*.test.ts",
        ],
        globalSetup: database,
      }),
      project("system:service", {
        include: [
          "apps/api/test/{faults,hostile,lists,observability,processes}/**/*.test.ts",
          "apps/api/test/{published,regular-expressions,scaling,soak,upgrades}/**/*.test.ts",
        ],
        globalSetup: database,
      }),
    ],
  },
});

function project(
  name: string,
  { globalSetup = [], ...options }: NonNullable<TestProjectInlineConfiguration["test"]>,
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      root,
      globalSetup: [globalSetup].flat().map((file) => join(root, file)),
      setupFiles: [join(root, "apps/api/src/cli/known-warnings.ts")],
      // More than a small machine has cores: most of a test is waiting for a chain or a process.
      maxWorkers: Math.max(3, availableParallelism() - 1),
      // Servers start and stop within: a slow machine is no failure.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      ...options,
    },
  };
}
