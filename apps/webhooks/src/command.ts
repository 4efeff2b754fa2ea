import { parseArgs } from "node:util";
import { httpAddress } from "./address.ts";
import { RelayError } from "./relay-error.ts";
import { type EventType, eventType } from "./samples.ts";

const usage = `Usage:
  pnpm webhooks listen --forward-to <url> [--events <a,b>]
  pnpm webhooks trigger <type> [--forward-to <url>]`;

type Command =
  | {
      readonly verb: "listen";
      readonly forwardTo: string;
      readonly types: EventType[] | undefined;
    }
  | {
      readonly verb: "trigger";
      readonly type: EventType;
      readonly forwardTo: string | undefined;
    };

/** Reads the words after `pnpm webhooks`. @throws RelayError that says what is wrong with them */
export function readCommand(words: readonly string[]): Command {
  const { verb, operand, to, events } = parse(words);
  const forwardTo = to === undefined ? undefined : httpAddress("--forward-to", to);
  if (verb === "listen" && operand === undefined && forwardTo !== undefined) {
    return { verb, forwardTo, types: events?.split(",").map((type) => eventType(type.trim())) };
  }
  if (verb === "trigger" && operand !== undefined && events === undefined) {
    return { verb, type: eventType(operand), forwardTo };
  }
  throw new RelayError(usage);
}

function parse(words: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { "forward-to": { type: "string" }, events: { type: "string" } },
    });
    const [verb, operand, ...more] = positionals;
    if (more.length > 0) throw new RelayError(usage);
    return { verb, operand, to: values["forward-to"], events: values.events };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RelayError) throw error;
    throw new RelayError(`${error.message}\n${usage}`);
  }
}
