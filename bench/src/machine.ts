import { availableParallelism, cpus } from "node:os";

/** What was measured on. */
export function machine() {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    node: process.versions.node,
  };
}
