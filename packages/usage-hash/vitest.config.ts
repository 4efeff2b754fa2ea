import { defineConfig } from "vitest/config";

export default defineConfig({
  // A hundred thousand events are hashed within: a slow machine is no failure.
  test: { testTimeout: 60_000 },
});
