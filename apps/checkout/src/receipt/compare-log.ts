import {
  type Bill,
  type BilledEvent,
  compareUsage,
  differencesInWords,
  type Finding,
  type OwnEvent,
  ProofError,
  type UsageDifferences,
} from "@usance/proofs";
import { isLess } from "@usance/ui";
import type { DisputedEvent } from "../api/billed-api.ts";

/** What a payer's own log says of the events of a bill. */
export interface Comparison {
  readonly findings: readonly Finding[];
  /** The billed events of which the log has a smaller quantity, or none. */
  readonly disputable: readonly DisputedEvent[];
}

/**
 * Compares the usage events of a bill with those in a payer's own log, which stays in the browser.
 *
 * @param usageEvents those that verify with the bill
 * @param log one JSON object a line, with the fields of `POST /usage-events`
 * @throws ProofError for a line that is no event
 */
export async function compareLog(
  bill: Bill,
  usageEvents: readonly BilledEvent[],
  log: Blob,
): Promise<Comparison> {
  const differences = await compareUsage(bill, usageEvents, eventsIn(log));
  return { findings: differencesInWords(differences), disputable: disputableOf(differences) };
}

const disputableOf = ({ onlyBilled, different }: UsageDifferences): DisputedEvent[] => [
  ...onlyBilled.map(({ eventKey }) => ({ eventKey })),
  ...different
    .filter(({ billed, own }) => isLess(String(own.quantity), billed.quantity))
    .map(({ billed: { eventKey }, own }) => ({ eventKey, claimedQuantity: String(own.quantity) })),
];

async function* eventsIn(log: Blob): AsyncGenerator<OwnEvent> {
  let rest = "";
  for await (const text of log.stream().pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.flatMap(eventOf);
  }
  yield* eventOf(rest);
}

function eventOf(line: string): OwnEvent[] {
  if (line.trim() === "") return [];
  try {
    return [JSON.parse(line)];
  } catch {
    throw new ProofError(`This line is not JSON: ${line.slice(0, 80)}`);
  }
}
