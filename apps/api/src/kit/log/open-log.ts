import { pino } from "pino";
import { type Log, type LogFields, logFields } from "../log.ts";
import { describedError } from "./described-error.ts";
import { type Scrub, scrubber } from "./scrub.ts";

type Level = keyof Log;

export interface LogOptions {
  /** A level of pino; `silent` logs nothing. */
  readonly level: string;
  /** Texts that must not appear in any line. */
  readonly secrets: readonly string[];
  /** Where lines are written; default: standard output. */
  readonly write?: (line: string) => void;
  /** Returns fields to add to every line. Called for each line. */
  readonly always?: () => LogFields;
  /** Called for every line that is written. */
  readonly wrote?: (level: Level) => void;
}

/** Opens a log of JSON lines. A line contains only the fields named in `logFields`. */
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
    serializers: { err: (described: unknown) => described }, // pino's own serializer would add fields
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

/** Keeps only allowed fields. The types do not exclude others, because spread objects may have extra properties. */
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
