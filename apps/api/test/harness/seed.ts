/** The seed of the faults and values that a long test draws. `pnpm test:system` draws a new one, and prints it when a test fails. */
export const seed = Number(process.env.TEST_SEED ?? 1);
