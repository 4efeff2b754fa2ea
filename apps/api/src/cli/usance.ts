#!/usr/bin/env node
import "./known-warnings.ts";
import { systemClock } from "../lib/clock.ts";
import { run } from "./run.ts";

/* `usance <command>`. */

const code = await run(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
// Or timers nobody waits for would keep the process: the migration engine leaves one of 10 s.
process.exit(code);
