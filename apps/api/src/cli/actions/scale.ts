import { distribute, type StepTaken } from "../../db/citus/distribute.ts";
import { readLayout } from "../../db/citus/layout.ts";
import { readNodes, readShards } from "../../db/citus/nodes.ts";
import { permitted } from "../../db/permitted.ts";
import { withSecretFiles } from "../../kit/config/config.ts";
import type { Answer, Surroundings } from "../command-line.ts";
import { withPool } from "./with-database.ts";

interface Distribution {
  /** Into how many parts the table is divided. */
  readonly shards: number;
  readonly dryRun?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Distributes the usage events over the workers of a Citus cluster.
 *
 * @param say is called with a line after each step, unless the answer is to be JSON
 * @throws CannotDistribute
 */
export function distributeUsage(
  { environment }: Surroundings,
  { shards, dryRun = false, json = false }: Distribution,
  say: (line: string) => void,
): Promise<Answer> {
  return withPool(withSecretFiles(environment), async (pool) => {
    const steps: StepTaken[] = [];
    const tell = (step: StepTaken) => {
      steps.push(step);
      if (!json) say(`${step.was.padEnd(11)}  ${step.does}`);
    };
    await permitted(() => distribute(pool, { shards, dryRun, tell }));
    const notes = dryRun
      ? ["Nothing was changed."]
      : ["Restart the processes of the service, so that they use the indexes of the nodes."];
    return { notes, json: { dryRun, steps } };
  });
}

/** Shows where the usage events are. */
export function scaleStatus({ environment }: Surroundings): Promise<Answer> {
  return withPool(withSecretFiles(environment), async (pool) => {
    const layout = await readLayout(pool);
    if (layout !== "distributed") {
      return {
        lines: ["The usage events are in one table on one node."],
        json: { distributed: false, nodes: [], balance: null },
      };
    }
    const [nodes, shards] = [await readNodes(pool), await readShards(pool)];
    const found = nodes.map((node) => {
      const its = shards.find(({ name, port }) => name === node.name && port === node.port);
      return { ...node, shards: its?.shards ?? 0, bytes: its?.bytes ?? 0 };
    });
    const sizes = found.filter(({ storesShards }) => storesShards).map(({ bytes }) => bytes);
    const all = sizes.reduce((sum, bytes) => sum + bytes, 0);
    // The largest node against the mean of all: 1 is even.
    const balance = all === 0 ? 1 : Math.max(...sizes) / (all / sizes.length);
    return {
      lines: [
        ...found.map((node) =>
          [
            `${node.name}:${node.port}`.padEnd(28),
            (node.isCoordinator ? "coordinator" : "worker").padEnd(11),
            (node.isActive ? "active" : "away").padEnd(6),
            `${node.shards} shards`.padStart(11),
            megabytes(node.bytes).padStart(12),
          ].join("  "),
        ),
        `The largest node holds ${balance.toFixed(2)} times the mean.`,
      ],
      json: { distributed: true, nodes: found, balance },
    };
  });
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
