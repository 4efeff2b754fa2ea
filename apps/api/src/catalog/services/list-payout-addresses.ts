import type { Queryable } from "../../db/client.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { findPayoutAddresses } from "./store.ts";

/** Where services that take subscribers are paid, in lower case, those of the newest services first. */
export async function listPayoutAddresses(db: Queryable, limit: number): Promise<Hex[]> {
  return (await findPayoutAddresses(db, limit)).map((address) => address as Hex);
}
