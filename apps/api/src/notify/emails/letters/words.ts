/** Formats an amount for readers: "25.00 USDC", "0.0025 USDC". */
export function inUsdc(amount: { toFixed(places: number): string }): string {
  return `${amount.toFixed(6).replace(/0{1,4}$/, "")} USDC`;
}

const date = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** Formats a time for readers: "31 January 2026 at 12:05 UTC". */
export function onDate(time: Date): string {
  return `${date.format(time)} UTC`;
}
