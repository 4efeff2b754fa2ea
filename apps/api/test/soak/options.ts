import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

export interface SoakOptions {
  /** A whole number of 32 bits: the same seed draws the same troubles. */
  readonly seed: number;
  readonly settlements: number;
  readonly kills: number;
  readonly reorgs: number;
  /** How many RPC requests go wrong: 0 to 1. */
  readonly rpcFaults: number;
  /** API processes on one database and one signer. */
  readonly processes: number;
}

/** What was typed is no soak; the message says what is. */
export class SoakUsage extends Error {
  override readonly name = "SoakUsage";
}

const usage = `Usage: pnpm soak settlements [--seed N] [--settlements 600] [--kills 100] [--reorgs 50]
                             [--rpc-faults 0.3] [--processes 3]`;

/** @throws SoakUsage */
export function readOptions(words: readonly string[]): SoakOptions {
  const { positionals, values } = parsed(words);
  if (positionals.join(" ") !== "settlements") throw new SoakUsage(usage);
  const { seed = String(randomInt(2 ** 32)) } = values;
  return {
    seed: wholeNumber("seed", seed, 0, 2 ** 32 - 1),
    settlements: wholeNumber("settlements", values.settlements, 1, 100_000),
    kills: wholeNumber("kills", values.kills, 0, 100_000),
    reorgs: wholeNumber("reorgs", values.reorgs, 0, 100_000),
    rpcFaults: rate("rpc-faults", values["rpc-faults"]),
    processes: wholeNumber("processes", values.processes, 1, 20),
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        seed: { type: "string" },
        settlements: { type: "string", default: "600" },
        kills: { type: "string", default: "100" },
        reorgs: { type: "string", default: "50" },
        "rpc-faults": { type: "string", default: "0.3" },
        processes: { type: "string", default: "3" },
      },
    });
  } catch (error) {
    throw new SoakUsage(`${error instanceof Error ? error.message : ""}\n${usage}`);
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new SoakUsage(`--${name} must be a whole number from ${least} to ${most}.`);
}

function rate(name: string, text: string): number {
  if (/^0?\.?\d+$/.test(text) && Number(text) < 1) return Number(text);
  throw new SoakUsage(`--${name} must be a number from 0 to below 1, like 0.3.`);
}
