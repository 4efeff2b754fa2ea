import { setTimeout as sleep } from "node:timers/promises";
import { type Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { isAmount } from "../../kit/money.ts";
import { networkOf as network } from "../../operation/access/limits/network.ts";
import { stopSignal } from "../../server/process/stop-signal.ts";
import { callService } from "../call-service.ts";
import { CommandError } from "../command-error.ts";
import type { Answer, CommandLine } from "../command-line.ts";
import { documented, group, wholeNumber } from "../words.ts";

export function billerCommand(commandLine: CommandLine) {
  return group(
    "biller",
    "Bill the usage of subscriptions by their rate cards. It calls the service that `usance dev` runs, or that of USANCE_URL and USANCE_API_KEY.",
    [plan(commandLine), run(commandLine)],
    ["biller plan", "biller run --once"],
  );
}

const defaults = { graceS: 3_600, everyS: 300, least: "0.01" };
/** The longest delay of a Node timer, in milliseconds. */
const longestTimer = 2_147_483_647;

function withOptions(command: Command) {
  return command
    .option("--service <id>", "only subscriptions of this service")
    .option(
      "--grace <seconds>",
      "how long after the end of a period its usage may arrive before it is billed",
      wholeNumber(0),
      defaults.graceS,
    )
    .option(
      "--least <usdc>",
      "the least amount of a bill: less than this is carried forward to the next one",
      leastAmount,
      defaults.least,
    );
}

function leastAmount(text: string): string {
  if (!isAmount(text)) throw new InvalidArgumentError("It must be an amount of USDC.");
  return text;
}

const plan = (commandLine: CommandLine) =>
  withOptions(
    documented(
      "plan",
      "Show which bills are due, and what current periods cost so far. It changes nothing.",
      { examples: ["biller plan", "biller plan --grace 0"] },
    ),
  ).action((options) =>
    commandLine.run({}, async () => {
      const once = await open(commandLine, options);
      return once(({ planBills }) => planBills);
    }),
  );

const run = (commandLine: CommandLine) =>
  withOptions(
    documented(
      "run",
      "Bill every period that has ended: once with --once, otherwise again and again.",
      {
        examples: ["biller run", "biller run --once", "biller run --listen 8787 --every 3600"],
        exitCodes:
          "0 done or stopped by a signal, 1 a subscription could not be billed or the command failed, 2 wrong usage",
      },
    ),
  )
    .option("--once", "exit after one run, for cron")
    .option("--every <seconds>", "pause between two runs", wholeNumber(1), defaults.everyS)
    .option(
      "--listen <port>",
      "also run when a webhook with subscription.period_ended arrives, and again after the grace; it is signed with the secret in USANCE_WEBHOOK_SECRET",
      wholeNumber(0),
    )
    .action(({ once: isOnce, every, listen: port, ...options }) =>
      commandLine.run({}, async () => {
        const signal = stopSignal();
        const once = await open(commandLine, { ...options, signal });
        if (isOnce)
          return once(
            ({ runBiller }) =>
              (all) =>
                runBiller({ ...all, saysIdle: true }),
          );
        const alarm = new Alarm();
        const receiver =
          port === undefined
            ? null
            : await receive(commandLine, port, () => {
                alarm.ring();
                setTimeout(
                  () => alarm.ring(),
                  Math.min(options.grace * 1_000, longestTimer),
                ).unref();
              });
        const again = `The next run is in ${every} s.`;
        while (!signal.aborted) {
          await once(({ runBiller }) => runBiller).catch((error) => {
            if (!(error instanceof CommandError)) throw error;
            commandLine.say(`${error.message} ${again}`);
          });
          await alarm.wait(every * 1_000, signal);
        }
        receiver?.close();
        return {};
      }),
    );

async function receive(
  { surroundings, say }: CommandLine,
  port: number,
  periodEnded: () => void,
): Promise<{ close(): void }> {
  const { environment, clock } = surroundings;
  const { USANCE_WEBHOOK_SECRET: secret } = environment;
  if (secret === undefined) {
    throw new CommandError(
      "--listen needs USANCE_WEBHOOK_SECRET, the secret of the webhook endpoint.",
    );
  }
  const { listen } = await import("@usance/biller");
  const now = () => clock.now().getTime();
  const networkOf = (address: string) => network(address) ?? address;
  const receiver = await listen({ port, secret, now, networkOf, periodEnded });
  say(`Webhooks are received on port ${receiver.port}.`);
  return receiver;
}

/** Ends a pause early. If it rings between two pauses, it ends the next one at once. */
class Alarm {
  #rung = false;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    if (!this.#rung) {
      const either = AbortSignal.any([signal, woken.signal]);
      await sleep(ms, undefined, { signal: either }).catch(() => undefined);
    }
    this.#rung = false;
  }
}

interface Options {
  readonly service?: string | undefined;
  readonly grace: number;
  readonly least: string;
  readonly signal?: AbortSignal;
}

/** @returns a function that runs an action of the biller for all subscriptions, and throws a CommandError when it fails */
async function open(
  { surroundings, say }: CommandLine,
  { service, grace, least, signal }: Options,
) {
  const biller = await import("@usance/biller");
  const finished = new Map<string, string>();
  return (choose: (from: typeof biller) => typeof biller.runBiller): Promise<Answer> =>
    callService(surroundings, async (usance) => {
      const failed = await choose(biller)({
        usance,
        serviceId: service,
        graceSeconds: grace,
        leastAmount: least,
        say,
        finished,
        signal,
      });
      return { holds: failed === 0 };
    });
}
