import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["../../apps/api/test/harness/global-setup.ts"],
    setupFiles: ["../../apps/api/src/cli/known-warnings.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
