import type { Hex } from "../../lib/evm-fields.ts";
import type { Parts } from "../../ports/parts.ts";
import { findSellersPaidTo } from "./store.ts";

/**
 * The sellers with a service that is paid to an address, two at most. Only who has proved to own the address may have
 * this read: no index has the addresses.
 *
 * @param address in lower case
 * @param serviceId only the seller of this service
 */
export function listSellersPaidTo(
  { db }: Pick<Parts, "db">,
  address: Hex,
  serviceId?: string,
): Promise<string[]> {
  return findSellersPaidTo(db, address, serviceId);
}
