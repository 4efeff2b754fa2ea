import { aborted } from "node:util";
import { stopSignal } from "../../server/process/stop-signal.ts";
import { CommandError, inDevelopment, WrongUse } from "../command-error.ts";
import type { Answer, CommandLine } from "../command-line.ts";
import { documented, group, listOf } from "../words.ts";

export function webhooksCommand(commandLine: CommandLine) {
  return group(
    "webhooks",
    "Send a service's events to a receiver on this machine. The service is the one that `usance dev` runs, or that of USANCE_URL and USANCE_API_KEY.",
    [listen(commandLine), trigger(commandLine)],
    [
      "webhooks listen --forward-to http://localhost:4000/hook",
      "webhooks trigger invoice.paid --forward-to http://localhost:4000/hook",
    ],
  );
}

const load = () => inDevelopment(() => import("@usance/webhooks-relay"));
type Relay = Awaited<ReturnType<typeof load>>;

function listen(commandLine: CommandLine) {
  const { surroundings, say } = commandLine;
  return documented(
    "listen",
    "Forward the service's events as they happen, signed as it signs them.",
    {
      examples: [
        "webhooks listen --forward-to http://localhost:4000/hook",
        "webhooks listen --forward-to http://localhost:4000/hook --events invoice.paid,invoice.voided",
      ],
      exitCodes: "0 stopped by a signal, 1 failed, 2 wrong usage",
    },
  )
    .requiredOption("--forward-to <url>", "address of the receiver")
    .option("--events <types>", "only events of these types: `a,b`", listOf(String))
    .action(({ forwardTo: url, events }) =>
      commandLine.run({}, async () => {
        const stopped = aborted(stopSignal(), process).then(() => undefined);
        const relay = await load();
        const { forwardTo, types } = readWords(relay, () => ({
          forwardTo: relay.httpAddress("--forward-to", url),
          types: events?.map(relay.eventType),
        }));
        const { environment } = surroundings;
        return told(relay, async () => {
          await relay.listen({ forwardTo, types }, environment, say, stopped);
          return {};
        });
      }),
    );
}

function trigger(commandLine: CommandLine) {
  const { surroundings, say } = commandLine;
  return documented("trigger", "Send one sample event, marked as a test.", {
    examples: ["webhooks trigger invoice.paid"],
    exitCodes: "0 delivered, 1 not delivered or the command failed, 2 wrong usage",
  })
    .argument("<type>", "type of the event, such as invoice.paid")
    .option("--forward-to <url>", "address of the receiver (default: that of a running `listen`)")
    .action((text, { forwardTo: url }) =>
      commandLine.run({}, async () => {
        const relay = await load();
        const { type, forwardTo } = readWords(relay, () => ({
          type: relay.eventType(text),
          forwardTo: url === undefined ? undefined : relay.httpAddress("--forward-to", url),
        }));
        const { environment } = surroundings;
        return told(relay, async () => ({
          holds: await relay.trigger({ type, forwardTo }, environment, say),
        }));
      }),
    );
}

function readWords<T>({ RelayError }: Relay, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    throw new WrongUse(error.message, { cause: error });
  }
}

async function told({ RelayError }: Relay, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    throw new CommandError(error.message, { cause: error });
  }
}
