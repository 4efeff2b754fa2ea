import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { projects: ["apps/api", "apps/demo", "packages/local-stack"], maxWorkers: 2 },
});
