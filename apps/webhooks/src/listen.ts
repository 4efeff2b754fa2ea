import { setTimeout as sleep } from "node:timers/promises";
import type { UsanceEvent } from "@usance/sdk";
import { dataFolder, type Environment, keptSigningSecret, noteListening } from "./data-folder.ts";
import { deliver, deliveryLine } from "./deliver.ts";
import { findService } from "./find-service.ts";
import { keepTrying } from "./keep-trying.ts";
import { eventsOf } from "./list-events.ts";
import { newEvents } from "./new-events.ts";
import { ServiceAway } from "./relay-error.ts";
import type { EventType } from "./trigger.ts";

interface Listen {
  readonly forwardTo: string;
  /** Undefined: all types. */
  readonly types: readonly EventType[] | undefined;
}

type Say = (line: string) => void;

const pollMs = 1_000;

/** Forwards new events until it is stopped. */
export async function listen(
  { forwardTo, types }: Listen,
  environment: Environment,
  say: Say,
  stopped: Promise<undefined>,
): Promise<void> {
  const find = () => findService(environment);
  const read = await Promise.race([newEvents(eventsOf(find)), stopped]);
  if (read === undefined) return;
  const { url } = await find();
  const dataDir = dataFolder(environment);
  const secret = await keptSigningSecret(dataDir);
  const unnote = await noteListening(dataDir, forwardTo);
  say(`Signing secret: ${secret}`);
  say(`Forwarding the events of ${url} to ${forwardTo}. Ctrl-C stops it.`);

  const forward = keepTrying<UsanceEvent>(async (event, next) => {
    const outcome = await deliver(secret, forwardTo, event);
    const then = next === null ? "not again: too many wait" : `again in ${next} s`;
    say(deliveryLine(event, outcome, outcome.arrived ? "" : then));
    return outcome.arrived;
  });
  const meant = ({ type }: UsanceEvent) => types?.includes(type) ?? true;
  await Promise.race([
    stopped,
    forwardAll(async () => (await read()).filter(meant), forward, say),
  ]).finally(unnote);
}

/** One at a time, so that the receiver gets them in order as long as it responds. */
async function forwardAll(
  read: () => Promise<UsanceEvent[]>,
  forward: (event: UsanceEvent) => Promise<void>,
  say: Say,
): Promise<never> {
  let away = false;
  for (;;) {
    try {
      const events = await read();
      if (away) say("The service is back.");
      away = false;
      for (const event of events) await forward(event);
    } catch (error) {
      if (!(error instanceof ServiceAway)) throw error;
      if (!away) say(`${error.message} Waiting for it.`);
      away = true;
    }
    await sleep(pollMs);
  }
}
