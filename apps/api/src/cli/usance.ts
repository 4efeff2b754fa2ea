#!/usr/bin/env node
import "./known-warnings.ts";
import { systemClock } from "../kit/clock.ts";
import { run } from "./program.ts";

/* Entry point of `usance <command>`. */

const code = await run(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  // It has none with NO_COLOR.
  terminal: process.stdout.isTTY ? { hasColors: process.stdout.hasColors() } : null,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
// Exits explicitly: leftover timers would keep the process alive, such as the migration engine's 10 s timer.
process.exit(code);
