import { pino } from "pino";
import { type Log, type LogFields, logFields } from "../../lib/log.ts";
import { describedError } from "./described-error.ts";
import { type Scrub, scrubber } from "./scrub.ts";

type Level = keyof Log;

export interface LogOptions {
  /** Pino's: `silent` for none. */
  readonly level: string;
  /** What no line may hold. */
  readonly secrets: readonly string[];
  /** Where lines go; default: standard output. */
  readonly write?: (line: string) => void;
  /** What every line has besides, as of its moment. */
  readonly always?: () => LogFields;
  /** Is told of every line. */
  readonly wrote?: (level: Level) => void;
}

/** A log of JSON lines, which hold what `logFields` names and nothing else. */
export function openLog({
  level,
  secrets,
  write,
  always = () => ({}),
  wrote = () => undefined,
}: LogOptions): Log {
  const scrub = scrubber(secrets);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (described: unknown) => described }, // pino would add fields to it
  };
  const lines = write === undefined ? pino(options) : pino(options, { write });
  const sayAt = (at: Level) => (about: LogFields, message: string) => {
    if (!lines.isLevelEnabled(at)) return;
    lines[at](allowed({ ...always(), ...about }, scrub), message);
    wrote(at);
  };
  return {
    debug: sayAt("debug"),
    info: sayAt("info"),
    warn: sayAt("warn"),
    error: sayAt("error"),
  };
}

/** Types say the same of what is passed; they say nothing of what is spread into it. */
function allowed(about: LogFields, scrub: Scrub): object {
  const line: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(logFields)) {
    const value = about[name as keyof LogFields];
    if (kind === "error" && value !== undefined) line[name] = describedError(value, scrub);
    if (kind === "number" && typeof value === "number") line[name] = value;
    if (kind === "text" && typeof value === "string") line[name] = scrub(value);
  }
  return line;
}
