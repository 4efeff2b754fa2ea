import type { Hex } from "../../kit/evm-fields.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { findPayoutAddresses } from "./store.ts";

/** The payout addresses of active services, in lower case and without repeats, those of the newest services first. */
export async function listPayoutAddresses(
  { db }: Pick<Parts, "db">,
  limit: number,
): Promise<Hex[]> {
  return (await findPayoutAddresses(db, limit)).map((address) => address as Hex);
}
