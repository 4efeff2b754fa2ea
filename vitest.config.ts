import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "apps/api",
      "apps/checkout",
      "apps/demo",
      "apps/webhooks",
      "examples/metered-express",
      "examples/tanstack-query",
      "packages/local-stack",
      "packages/sdk",
      "packages/usage-hash",
    ],
  },
});
