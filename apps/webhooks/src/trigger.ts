import { createId } from "@paralleldrive/cuid2";
import type { UsanceEvent } from "@usance/sdk";
import document from "@usance/sdk/openapi.json" with { type: "json" };
import { dataFolder, type Environment, findListening, keptSigningSecret } from "./data-folder.ts";
import { deliver, deliveryLine } from "./deliver.ts";
import { RelayError } from "./relay-error.ts";

export type EventType = UsanceEvent["type"];

const { webhooks } = document;
const eventTypes = Object.keys(webhooks) as EventType[];

/** @throws RelayError that lists the known types */
export function eventType(text: string): EventType {
  const type = eventTypes.find((known) => known === text);
  if (type !== undefined) return type;
  const known = eventTypes.map((name) => `  ${name}`).join("\n");
  throw new RelayError(`There is no event of type "${text}". The types are:\n${known}`);
}

/** Makes a test event from the document's example, with a new id. */
function sampleOf(type: EventType, now: Date) {
  const { data } = webhooks[type].post.requestBody.content["application/json"].example;
  return { id: createId(), type, createdAt: now.toISOString(), test: true, data };
}

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
