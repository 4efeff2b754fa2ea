/* Quantities as whole numbers of millionths, which add up exactly. */

/** @param decimal with six decimal places */
export function toMillionths(decimal: string): bigint {
  const point = decimal.length - 7;
  return BigInt(decimal.slice(0, point) + decimal.slice(point + 1));
}

export function fromMillionths(millionths: bigint): string {
  const digits = millionths.toString().padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
