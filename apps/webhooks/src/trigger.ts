import { dataFolder, type Environment, findListening, keptSigningSecret } from "./data-folder.ts";
import { deliver, deliveryLine } from "./deliver.ts";
import { RelayError } from "./relay-error.ts";
import { type EventType, sampleOf } from "./samples.ts";

interface Trigger {
  readonly type: EventType;
  /** Undefined: where a running `listen` forwards. */
  readonly forwardTo: string | undefined;
}

/** Sends a sample, signed as `listen` signs. @returns whether it arrived */
export async function trigger(
  { type, forwardTo }: Trigger,
  environment: Environment,
  say: (line: string) => void,
): Promise<boolean> {
  const dataDir = dataFolder(environment);
  const url = forwardTo ?? (await findListening(dataDir));
  if (url === null) {
    throw new RelayError(
      "`usance webhooks listen` is not running here. Start it, or give --forward-to.",
    );
  }
  const sample = sampleOf(type, new Date());
  const outcome = await deliver(await keptSigningSecret(dataDir), url, sample);
  say(deliveryLine(sample, outcome));
  return outcome.arrived;
}
