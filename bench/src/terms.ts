/** An invoice and the reference it is to be settled under. */
export interface ToSettle {
  readonly id: string;
  readonly referenceHash: `0x${string}`;
}

/** What every settlement of a measure says. */
export const terms = {
  payerAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  merchantAddress: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  amount: "0.625",
  /** The amount in the token's units. */
  units: 625_000n,
} as const;
