import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["../../apps/checkout/test/harness/global-setup.ts"],
    execArgv: ["--disable-warning=ExperimentalWarning", "--disable-warning=DeprecationWarning"],
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
