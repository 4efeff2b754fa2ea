import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = import.meta.dirname;
const database = "apps/api/test/harness/global-setup.ts";
const pageInBrowser = "apps/checkout/test/harness/global-setup.ts";

/**
 * Where each test file runs: the suite `test` is what every change must pass, `system` what takes longer.
 * A folder stands in one project alone; a test fails for a file that stands in none.
 */
export default defineConfig({
  root,
  test: {
    projects: [
      project("test:code", {
        include: [
          "{apps,packages,examples}/*/src/**/*.test.ts",
          "apps/api/test/{access,conformance,fuzz,harness,model}/**/*.test.ts",
          "apps/api/test/{checkout-guide,dependencies,every-operation,links,modules,rest-guide}.test.ts",
          "packages/sdk/test/{breaking-changes,errors,generator,lists,operations,retries,settlements,usage-batcher,webhooks}.test.ts",
        ],
        exclude: ["apps/api/src/access/auth/timing.test.ts"],
        globalSetup: [database],
        isolate: false,
      }),
      project("test:alone", {
        include: ["apps/api/src/access/auth/timing.test.ts"],
        globalSetup: [database],
      }),
      project("system:service", {
        include: [
          "apps/api/test/{faults,hostile,lists,observability,processes,published,scaling,soak,upgrades}/**/*.test.ts",
          "apps/api/test/{adding-an-operation,readme,regular-expressions,webhooks-guide}.test.ts",
          "apps/webhooks/test/**/*.test.ts",
          "examples/metered-express/test/**/*.test.ts",
          "packages/sdk/test/{other-generator,package,quickstart}.test.ts",
        ],
        globalSetup: [database],
      }),
      project("system:servers", { include: ["packages/local-stack/test/**/*.test.ts"] }),
      project("system:browser", {
        include: ["{apps/checkout,examples/tanstack-query}/test/**/*.test.ts"],
        globalSetup: [pageInBrowser],
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
      testTimeout: 60_000,
      hookTimeout: 60_000,
      ...options,
    },
  };
}
