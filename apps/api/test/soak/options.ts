import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

export interface SettlementsSoak {
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

export interface IngestSoak {
  readonly seed: number;
  /** Of API processes. */
  readonly kills: number;
  readonly postgresKills: number;
  /** API processes on one database. */
  readonly processes: number;
  /** Who send events, each one request at a time. */
  readonly callers: number;
}

export interface WebhooksSoak {
  readonly seed: number;
  /** Of which two come of each invoice. */
  readonly events: number;
  /** Of processes, each of which takes calls and delivers. */
  readonly kills: number;
  /** How many attempts the receiver fails: 0 to 1. */
  readonly failures: number;
  readonly processes: number;
}

/** What was typed is no soak; the message says what is. */
export class SoakUsage extends Error {
  override readonly name = "SoakUsage";
}

const usage = `Usage: pnpm soak settlements [--seed N] [--settlements 600] [--kills 100] [--reorgs 50]
                             [--rpc-faults 0.3] [--processes 3]
       pnpm soak ingest [--seed N] [--kills 100] [--postgres-kills 20] [--processes 2]
                        [--callers 16]
       pnpm soak webhooks [--seed N] [--events 10000] [--kills 30] [--failures 0.15]
                          [--processes 2]`;

export type Soak =
  | { readonly of: "settlements"; readonly options: SettlementsSoak }
  | { readonly of: "ingest"; readonly options: IngestSoak }
  | { readonly of: "webhooks"; readonly options: WebhooksSoak };

/** @throws SoakUsage */
export function readOptions([of, ...words]: readonly string[]): Soak {
  switch (of) {
    case "settlements": {
      const values = parsed(words, {
        settlements: "600",
        kills: "100",
        reorgs: "50",
        "rpc-faults": "0.3",
        processes: "3",
      });
      const options = {
        seed: seedIn(values),
        settlements: wholeNumber("settlements", values.settlements, 1, 100_000),
        kills: wholeNumber("kills", values.kills, 0, 100_000),
        reorgs: wholeNumber("reorgs", values.reorgs, 0, 100_000),
        rpcFaults: rate("rpc-faults", values["rpc-faults"]),
        processes: wholeNumber("processes", values.processes, 1, 20),
      };
      return { of, options };
    }
    case "ingest": {
      const values = parsed(words, {
        kills: "100",
        "postgres-kills": "20",
        processes: "2",
        callers: "16",
      });
      const options = {
        seed: seedIn(values),
        kills: wholeNumber("kills", values.kills, 0, 100_000),
        postgresKills: wholeNumber("postgres-kills", values["postgres-kills"], 0, 100_000),
        processes: wholeNumber("processes", values.processes, 1, 20),
        callers: wholeNumber("callers", values.callers, 1, 1_000),
      };
      return { of, options };
    }
    case "webhooks": {
      const values = parsed(words, {
        events: "10000",
        kills: "30",
        failures: "0.15",
        processes: "2",
      });
      const options = {
        seed: seedIn(values),
        events: wholeNumber("events", values.events, 1, 1_000_000),
        kills: wholeNumber("kills", values.kills, 0, 100_000),
        failures: rate("failures", values.failures),
        processes: wholeNumber("processes", values.processes, 1, 20),
      };
      return { of, options };
    }
    default:
      throw new SoakUsage(usage);
  }
}

/** @param defaults the options that there are besides --seed */
function parsed<Name extends string>(
  words: readonly string[],
  defaults: Readonly<Record<Name, string>>,
): Record<Name, string> & { readonly seed?: string } {
  const known = Object.entries<string>(defaults).map(
    ([name, value]) => [name, { type: "string" as const, default: value }] as const,
  );
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { seed: { type: "string" }, ...Object.fromEntries(known) },
    });
    return values as Record<Name, string> & { readonly seed?: string };
  } catch (error) {
    throw new SoakUsage(`${error instanceof Error ? error.message : ""}\n${usage}`);
  }
}

const seedIn = ({ seed = String(randomInt(2 ** 32)) }: { readonly seed?: string }) =>
  wholeNumber("seed", seed, 0, 2 ** 32 - 1);

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new SoakUsage(`--${name} must be a whole number from ${least} to ${most}.`);
}

function rate(name: string, text: string): number {
  if (/^0?\.?\d+$/.test(text) && Number(text) < 1) return Number(text);
  throw new SoakUsage(`--${name} must be a number from 0 to below 1, like 0.3.`);
}
