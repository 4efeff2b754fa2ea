import { fromUnits, isZero, quantityText, toUnits } from "../words/money.ts";

const scale = toUnits("1");
/** What a round value begins with, in tenths. */
const beginnings = [10n, 20n, 25n, 50n, 100n];

/**
 * Round values from 0 up to the first that is no less than the highest value, evenly apart and exact.
 *
 * @param steps how many there are at most above 0
 * @param isWhole whether there are no parts of one, as of requests
 */
export function ticksOf(most: string, steps: number, isWhole = false): readonly string[] {
  const units = toUnits(most);
  if (units === 0n) return ["0"];
  const grain = isWhole ? scale : 1n;
  const least = partOf(units, BigInt(steps));
  const step = roundedUp(least < grain ? grain : least, grain);
  return Array.from({ length: Number(partOf(units, step)) + 1 }, (_, count) =>
    fromUnits(step * BigInt(count)),
  );
}

/** A division, rounded up. */
const partOf = (units: bigint, parts: bigint) => (units + parts - 1n) / parts;

function roundedUp(units: bigint, grain: bigint): bigint {
  const power = 10n ** BigInt(String(units).length - 1);
  const round = beginnings
    .map((tenths) => (tenths * power) / 10n)
    .find((one) => one >= units && one % grain === 0n);
  return round ?? 10n * power;
}

export const isWhole = (value: string) => toUnits(value) % scale === 0n;

const sizes = ["", "K", "M", "B", "T"];

/** The values of a scale as `2.5K`: short, all in one size, and exact, since they are round. */
export function tickTexts(ticks: readonly string[]): readonly string[] {
  const digits = String(toUnits(ticks.at(-1) ?? "0") / scale).length;
  const size = digits > 4 ? Math.min(Math.floor((digits - 1) / 3), sizes.length - 1) : 0;
  const one = 1_000n ** BigInt(size);
  return ticks.map((tick) =>
    isZero(tick) ? "0" : `${quantityText(fromUnits(toUnits(tick) / one))}${sizes[size]}`,
  );
}
