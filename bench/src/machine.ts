import { availableParallelism, cpus } from "node:os";

/** What was measured on. */
export function machine() {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    node: process.versions.node,
  };
}

/** The same in a line. */
export const machineLine = ({ cpu, cores, node }: ReturnType<typeof machine>) =>
  `${cpu}, ${cores} cores, Node ${node}`;
