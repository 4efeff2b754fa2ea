/** Reads a decimal, such as an amount of USDC. @returns it in millionths. @throws RangeError when it is not a decimal */
export function tokenUnitsOf(amount: string): bigint {
  const [, whole, decimals = ""] = /^(\d{1,15})(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  if (whole === undefined)
    throw new RangeError(`Not a decimal with at most six places: ${amount}.`);
  return BigInt(whole + decimals.padEnd(6, "0"));
}

/** @returns the larger of two amounts of USDC */
export const largerOf = (one: string, other: string): string =>
  tokenUnitsOf(one) < tokenUnitsOf(other) ? other : one;
