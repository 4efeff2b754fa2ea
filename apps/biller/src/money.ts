import { Decimal } from "decimal.js";

/** decimal.js rounds every result to 20 digits unless it is told otherwise. */
export const Exact = Decimal.clone({ precision: 60 });
export type Exact = InstanceType<typeof Exact>;

export const sum = (amounts: readonly Decimal.Value[]): Exact =>
  amounts.reduce<Exact>((total, amount) => total.plus(amount), new Exact(0));

/** With six decimal places, as the service shows amounts. */
export const usdc = (amount: Decimal.Value): string => new Exact(amount).toFixed(6);
