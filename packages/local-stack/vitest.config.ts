import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Servers start and stop within: a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
