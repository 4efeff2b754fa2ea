import { DatabaseError } from "pg";
import { Refusal } from "../kit/refusal.ts";
import { unknownTimeZone } from "../kit/time-zone.ts";

/** Runs a read that names a time zone. @throws Refusal 400 when Postgres does not know the time zone */
export async function inKnownTimeZone<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isUnknown = error instanceof DatabaseError && error.code === "22023";
    throw isUnknown ? new Refusal(unknownTimeZone) : error;
  }
}
