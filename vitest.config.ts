import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "apps/api",
      "apps/checkout",
      "apps/demo",
      "apps/webhooks",
      "packages/local-stack",
      "packages/sdk",
      "packages/usage-hash",
    ],
    maxWorkers: 2,
  },
});
