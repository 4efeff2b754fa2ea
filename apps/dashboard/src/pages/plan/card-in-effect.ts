import type { RateCard } from "../../api/records.ts";

/**
 * The card that prices a period which begins at a time: the one with the latest `effectiveFrom` that is not after it; of
 * several, the newest version.
 *
 * @param time ISO 8601
 */
export function cardInEffect(cards: readonly RateCard[], time: string): RateCard | undefined {
  return cards
    .filter(({ effectiveFrom }) => Date.parse(effectiveFrom) <= Date.parse(time))
    .toSorted(
      (one, other) =>
        Date.parse(other.effectiveFrom) - Date.parse(one.effectiveFrom) ||
        other.version - one.version,
    )[0];
}
