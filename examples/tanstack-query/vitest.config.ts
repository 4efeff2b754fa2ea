import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["../../apps/checkout/test/harness/global-setup.ts"],
    setupFiles: ["../../apps/api/src/cli/known-warnings.ts"],
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
