import type { Component } from "../src/index.ts";

/** A card with a base fee, and two tiers behind what is included. */
export const tieredCard = [
  { type: "FLAT", description: "Base fee", amount: "10" },
  {
    type: "GRADUATED",
    description: "Requests",
    prefix: "requests",
    included: "1000",
    tiers: [
      { upTo: "10000", unitAmount: "0.002" },
      { upTo: null, unitAmount: "0.001" },
    ],
  },
] as const satisfies readonly Component[];
