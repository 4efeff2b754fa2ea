import { readFileSync } from "node:fs";
import { allRecorded } from "./all-recorded.ts";
import type { Names } from "./events.ts";
import { medianOf } from "./run.ts";
import { restSide } from "./singles.ts";
import type { Stage } from "./stage.ts";

/** Resident memory of the service's process under load, in megabytes of 10^6 bytes. */
export interface Memory {
  readonly largestMb: number;
  /**
   * The median of the last ten seconds less that of the seconds 20 to 30; null in a run under 40 s. A
   * heap goes up and down by some megabytes, so a median and not a sample.
   */
  readonly growthMb: number | null;
  /** One a second. */
  readonly samplesMb: readonly number[];
}

const memoryCallers = 128;

/**
 * Looks at a new process of the service each second while it takes single events.
 *
 * @returns null where there is no /proc
 */
export async function measureMemory(
  stage: Stage,
  names: readonly Names[],
  seconds: number,
): Promise<Memory | null> {
  const service = await stage.service();
  if (residentMb(service.pid) === null) return null;
  const samplesMb: number[] = [];
  const timer = setInterval(() => samplesMb.push(residentMb(service.pid) ?? Number.NaN), 1_000);
  const width = { connections: memoryCallers, seconds };
  await allRecorded([stage.databaseUrl], () => restSide(service, names).shoot(width));
  clearInterval(timer);
  await service.stop();
  const growthMb =
    seconds < 40 ? null : medianOf(samplesMb.slice(-10)) - medianOf(samplesMb.slice(20, 30));
  return { largestMb: Math.max(...samplesMb), growthMb, samplesMb };
}

function residentMb(pid: number): number | null {
  try {
    const [, kib] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? null : (Number(kib) * 1_024) / 1e6;
  } catch {
    return null; // no Linux
  }
}
