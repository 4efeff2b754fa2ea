import type { Payable, PaymentApi, Prepared } from "../../src/api/payable.ts";

/* Values for the tests of pure modules. */

const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

export const aCheckout = (fields: Partial<Payable> = {}): Payable => ({
  id: "btl3czg4lt6bbnbrq5z2dfca",
  status: "PENDING",
  expiresAt: null,
  seller: { name: "Ada Developer" },
  service: { name: "Weather API", description: null, branding: null },
  paymentPlan: {
    name: "Pro",
    description: null,
    pricingType: "FIXED_RECURRING",
    billingInterval: "MONTH",
    amount: "25.000000",
    currency: "USDC",
    unit: null,
  },
  rateCards: [],
  amountDue: "25.000000",
  takesEmail: true,
  successUrl: null,
  cancelUrl: null,
  nextCharge: null,
  chain: {
    chainId: 8453,
    token: address,
    collector: address,
    merchantAddress: address,
    explorerUrl: "https://basescan.org",
  },
  terms: { amountDue: "25.000000", merchantAddress: address, prices: null },
  payment: null,
  outcome: null,
  invoice: null,
  ...fields,
});

export const aPayment = (
  fields: Partial<NonNullable<Payable["payment"]>> = {},
): NonNullable<Payable["payment"]> => ({
  status: "PENDING",
  payerAddress: address,
  merchantAddress: address,
  amount: "25.000000",
  transactionHash: null,
  isFinal: false,
  failure: null,
  ...fields,
});

const typedData = {
  domain: { name: "USDC", version: "2", chainId: 8453, verifyingContract: address },
  types: {},
  primaryType: "ReceiveWithAuthorization",
  message: {},
};

export const aPreparedCheckout = (fields: Partial<Prepared> = {}): Prepared => ({
  payerAddress: address,
  balance: "100.000000",
  payment: { validUntil: 1_769_864_400, typedData },
  cap: null,
  ...fields,
});

/** @param allowance of its permit; null: the wallet allows enough */
export const aPreparedCap = (allowance: string | null): NonNullable<Prepared["cap"]> => ({
  perPeriod: "25.000000",
  periodSeconds: null,
  perCharge: "25.000000",
  total: "300.000000",
  start: 1_769_864_400,
  validUntil: 1_801_400_400,
  typedData: { ...typedData, primaryType: "SpendingCap" },
  permit:
    allowance === null
      ? null
      : {
          allowance,
          deadline: 1_801_400_400,
          typedData: { ...typedData, primaryType: "Permit" },
        },
});

/** An API with the functions that a test provides. */
export const anApi = (calls: Partial<PaymentApi>): PaymentApi => {
  const never = (): never => {
    throw new Error("The test expects no such call.");
  };
  return { view: never, status: never, prepare: never, pay: never, ...calls };
};
