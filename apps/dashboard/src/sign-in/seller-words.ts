import type { OwnSession } from "../api/records.ts";

/** Whose dashboard it is, in words. */
export function sellerWords(seller: OwnSession["seller"]): string {
  if (seller === null) return "Platform · all sellers";
  return seller.name === null ? seller.email : `${seller.name}, ${seller.email}`;
}
