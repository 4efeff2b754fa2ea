import { Command } from "@commander-js/extra-typings";
import { CommandError } from "../command-error.ts";
import type { CommandLine } from "../command-line.ts";
import { inDevelopment } from "../development.ts";
import { documented, group, listOf, oneOf, wholeNumber } from "../words.ts";

const ingestParts = ["singles", "charged", "batches", "reads", "subscriptions", "memory"] as const;
const count = wholeNumber(1);

export function benchCommand(commandLine: CommandLine) {
  /** @returns the action of a command: it prints the measurements */
  const measure = (run: () => Promise<string>) =>
    commandLine.run({ needs: ["client", "pages"] }, async () => {
      commandLine.surroundings.out(await run());
      return {};
    });

  const ingest = new Command("ingest")
    .description("Usage events, batches, reads and memory, against peers.")
    .option("--rounds <number>", "rounds to take the median of", count, 3)
    .option("--seconds <number>", "of a round", count, 5)
    .option("--connections <list>", "callers at once", listOf(count), [1, 32, 128])
    .option("--subscribers <number>", "subscribers with recorded usage", count, 100)
    .option("--many-subscribers <number>", "the same where there are many", count, 100_000)
    .option("--only <parts>", "parts to measure", listOf(oneOf(ingestParts)), [...ingestParts])
    .option("--memory-seconds <number>", "how long memory is watched", count, 60)
    .action((options) =>
      measure(async () => {
        const { benchIngest } = await inDevelopment(() => import("@usance/bench/ingest"));
        return benchIngest(options);
      }),
    );
  const settlements = new Command("settlements")
    .description("The settlement engine, against a loop that signs, sends and waits.")
    .option("--in-flight <number>", "settlements at once", count, 32)
    .option("--rounds <number>", "rounds to take the median of", count, 5)
    .option("--settlements <number>", "in a round", count, 300)
    .option("--block-time <seconds>", "0: one block per transaction", wholeNumber(0), 0)
    .action((options) =>
      measure(async () => {
        const { benchSettlements } = await inDevelopment(() => import("@usance/bench/settlements"));
        return benchSettlements(options);
      }),
    );
  const replicas = new Command("replicas")
    .description("One process against two.")
    .option("--rounds <number>", "rounds to take the median of", count, 3)
    .option("--seconds <number>", "of a round", count, 5)
    .action((options) =>
      measure(async () => {
        const { benchReplicas } = await inDevelopment(() => import("@usance/bench/replicas"));
        return benchReplicas(options);
      }),
    );
  const size = new Command("size")
    .description("An empty table of usage events against a large one.")
    .option("--rows <number>", "rows of the large table", wholeNumber(100_000), 10_000_000)
    .option("--rounds <number>", "rounds to take the median of", count, 3)
    .option("--seconds <number>", "of a round", count, 5)
    .action((options) =>
      measure(async () => {
        const { benchSize } = await inDevelopment(() => import("@usance/bench/size"));
        return benchSize(options);
      }),
    );
  const overview = new Command("overview")
    .description("The calls of the dashboard's overview, with many usage events and without any.")
    .option(
      "--events <number>",
      "usage events of the seller that has some",
      wholeNumber(1_000),
      1_000_000,
    )
    .option("--rounds <number>", "rounds to take the median of", count, 51)
    .action((options) =>
      measure(async () => {
        const { benchOverview } = await inDevelopment(() => import("@usance/bench/overview"));
        return benchOverview(options);
      }),
    );
  const shares = new Command("shares")
    .description(
      "One seller's calls, alone and beside another seller or a visitor who asks for as much as it can.",
    )
    .option("--events <number>", "usage events of the other's invoice", wholeNumber(1_000), 100_000)
    .option("--rounds <number>", "rounds to take the median of", count, 5)
    .option("--seconds <number>", "of a measurement", count, 2)
    .action((options) =>
      measure(async () => {
        const { benchShares } = await inDevelopment(() => import("@usance/bench/shares"));
        return benchShares(options);
      }),
    );
  const scale = new Command("scale")
    .description(
      "One Postgres against Citus with two workers, then Citus with more and more workers that each have a fixed share of a core. CITUS_BIN names the folder of `postgres` and `initdb` in a Postgres with Citus.",
    )
    .option("--rounds <number>", "rounds to take the median of", count, 5)
    .option("--seconds <number>", "of a round", count, 5)
    .option("--subscribers <number>", "subscribers with recorded usage", count, 100)
    .option("--callers <number>", "of single events, at once", count, 128)
    .option("--workers <list>", "of the points of the curve", listOf(count), [1, 2, 4])
    .option("--share <percent>", "of a core, for each worker of the curve", wholeNumber(1, 100), 20)
    .option("--no-curve", "without more and more workers: limits of CPU time take root on Linux")
    .action(({ share, curve, workers, ...options }) =>
      measure(async () => {
        const citusBin = commandLine.surroundings.environment.CITUS_BIN;
        if (citusBin === undefined) {
          throw new CommandError(
            "Set CITUS_BIN to the folder of `postgres` and `initdb` in a Postgres with Citus.",
          );
        }
        const { benchScale } = await inDevelopment(() => import("@usance/bench/scale"));
        const points = curve ? workers : [];
        return benchScale({ ...options, citusBin, workers: points, share: share / 100 });
      }),
    );
  const watched = new Command("watched")
    .description("A process without metrics, one with metrics, and one with metrics and traces.")
    .option("--callers <number>", "at once", count, 32)
    .option("--rounds <number>", "rounds to take the median of", count, 5)
    .option("--seconds <number>", "of a round", count, 5)
    .action((options) =>
      measure(async () => {
        const { benchWatched } = await inDevelopment(() => import("@usance/bench/watched"));
        return benchWatched(options);
      }),
    );
  const webhooks = new Command("webhooks")
    .description("Webhook deliveries, against a loop of the same requests.")
    .option("--rounds <number>", "rounds to take the median of", count, 5)
    .option("--deliveries <number>", "in a round", wholeNumber(100), 10_000)
    .action((options) =>
      measure(async () => {
        const { benchWebhooks } = await inDevelopment(() => import("@usance/bench/webhooks"));
        return benchWebhooks(options);
      }),
    );
  return group(
    "bench",
    "Measure the speed of the service, compared with a reference on the same machine.",
    [
      documented(ingest, { examples: ["bench ingest --only singles,reads --seconds 10"] }),
      documented(settlements, { examples: ["bench settlements --in-flight 64"] }),
      documented(replicas, { examples: ["bench replicas"] }),
      documented(size, { examples: ["bench size --rows 1000000"] }),
      documented(overview, { examples: ["bench overview --rounds 21"] }),
      documented(shares, { examples: ["bench shares --events 20000"] }),
      documented(scale, { examples: ["bench scale --rounds 3", "bench scale --no-curve"] }),
      documented(watched, { examples: ["bench watched --rounds 3"] }),
      documented(webhooks, { examples: ["bench webhooks"] }),
    ],
    ["bench ingest", "bench size --rows 1000000"],
  );
}
