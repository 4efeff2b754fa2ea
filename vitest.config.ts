import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["apps/api", "apps/demo", "packages/local-stack", "packages/usage-hash"],
    maxWorkers: 2,
  },
});
