/** A part of `pnpm test:system`. */
interface Part {
  /** The folders of its test files. */
  readonly tests: readonly string[];
  /** What it tests: the beginnings of paths. */
  readonly of: readonly string[];
}

/**
 * The parts of `pnpm test:system`, in the order in which they run. `--only` chooses parts by name, and `--since` those of which
 * a file has changed. vitest.config.ts says how the tests of a file run.
 */
export const parts: Readonly<Record<string, Part>> = {
  contracts: { tests: [], of: ["contracts/"] },
  documents: { tests: [], of: [""] },
  guides: {
    tests: ["apps/api/test/guides/"],
    of: [
      "docs/",
      "examples/python/",
      "apps/api/src/",
      "apps/biller/",
      "apps/webhooks/",
      "apps/checkout/scripts/",
      "packages/sdk/",
    ],
  },
  browser: {
    tests: [
      "apps/checkout",
      "apps/dashboard",
      "apps/docs",
      "examples/tanstack-query",
      "packages/ui",
    ].map((folder) => `${folder}/test/`),
    of: [
      "apps/checkout/",
      "apps/dashboard/",
      "apps/docs/",
      "docs/",
      "examples/tanstack-query/",
      "packages/",
      ...["schemas", "pages", "server"].map((folder) => `apps/api/src/${folder}/`),
    ],
  },
  programs: {
    tests: [
      "apps/biller/test/",
      "apps/webhooks/test/",
      "examples/metered-express/test/",
      "examples/x402-express/test/",
      "packages/local-stack/test/",
    ],
    of: ["apps/biller/", "apps/webhooks/", "examples/", "packages/"],
  },
  published: {
    tests: ["packages/sdk/test/published/", "apps/api/test/published/"],
    of: ["README.md", "docs/", "package.json", "pnpm-lock.yaml", "packages/", "scripts/"],
  },
  processes: {
    tests: ["apps/api/test/processes/"],
    of: ["Dockerfile", "compose", "ops/", "docs/operations.md", "apps/api/src/", "packages/"],
  },
  observability: { tests: ["apps/api/test/observability/"], of: ["apps/api/src/"] },
  hostile: {
    tests: ["apps/api/test/hostile/", "apps/api/test/regular-expressions/"],
    of: [
      "apps/api/src/operation/access/",
      "apps/api/src/server/",
      "apps/api/src/kit/",
      "packages/",
    ],
  },
  large: {
    tests: ["apps/api/test/large/"],
    of: ["apps/api/src/cli/dev/", "apps/api/src/usage/", "packages/proofs/"],
  },
  lists: { tests: ["apps/api/test/lists/"], of: ["apps/api/prisma/", "apps/api/src/"] },
  faults: { tests: ["apps/api/test/faults/"], of: ["contracts/", "apps/api/src/"] },
  scaling: {
    tests: ["apps/api/test/scaling/"],
    of: ["apps/api/prisma/", "apps/api/src/db/", "apps/api/src/usage/", "ops/citus/"],
  },
  bench: { tests: ["bench/test/"], of: ["bench/", "apps/api/src/"] },
  model: { tests: ["apps/api/test/model/runs/"], of: ["apps/api/src/"] },
  soaks: { tests: ["apps/api/test/soak/"], of: ["contracts/", "apps/api/src/", "apps/biller/"] },
};

/** @returns the name of the part to which a test file belongs */
export function partOf(file: string): string | undefined {
  const found = Object.entries(parts).find(([, { tests }]) =>
    tests.some((path) => file.startsWith(path)),
  );
  return found?.[0];
}
