import { LRUCache } from "lru-cache";
import type { Queryable } from "../../db/client.ts";
import { type Clock, TestTime } from "../../kit/clock.ts";
import type { Times } from "../../operation/ports/times.ts";
import { findClockOf, findTimeOf, type NamingField, namingFields } from "./store.ts";

/** How many records a process remembers, with the clock of their service. */
const maxRemembered = 50_000;

/** A record that is on no clock. */
const none = Symbol("none");

/**
 * Opens the times of services. A service keeps its clock, or none, for as long as it exists, so this is read once per process
 * and record. Without test clocks, nothing is read.
 */
export function openTimes(
  clock: Clock,
  { areTestClocksAllowed }: Pick<Times, "areTestClocksAllowed">,
): Times {
  const remembered = new LRUCache<string, string | typeof none>({ max: maxRemembered });

  async function clockOf(db: Queryable, field: NamingField, value: string): Promise<string | null> {
    const key = `${field} ${value}`;
    const known = remembered.get(key);
    if (known !== undefined) return known === none ? null : known;
    const found = await findClockOf(db, field, value);
    if (found !== undefined) remembered.set(key, found ?? none);
    return found ?? null;
  }

  async function timeOf(db: Queryable, field: NamingField, value: string): Promise<Date> {
    if (!areTestClocksAllowed) return clock.now();
    const id = await clockOf(db, field, value);
    return id === null ? clock.now() : new TestTime(await findTimeOf(db, id), clock.now());
  }

  return {
    areTestClocksAllowed,
    of: (db, serviceId) => timeOf(db, "serviceId", serviceId),
    ofInput: async (db, input) => {
      if (!areTestClocksAllowed) return clock.now();
      for (const field of namingFields) {
        const value = (input as Readonly<Record<string, unknown>> | undefined)?.[field];
        if (typeof value === "string") return timeOf(db, field, value);
      }
      return clock.now();
    },
  };
}
