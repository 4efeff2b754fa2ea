import { testStateTable } from "../../test/harness/state-tables.ts";
import {
  type CheckoutSessionState,
  type CheckoutSessionTrigger,
  checkoutSessionStates,
} from "./states.ts";

const expected: Record<
  CheckoutSessionState,
  Record<CheckoutSessionTrigger, CheckoutSessionState | null>
> = {
  PENDING: { complete: "PAID", pay: "PAID", expire: "EXPIRED", cancel: "CANCELLED" },
  PAID: { complete: null, pay: null, expire: null, cancel: null },
  EXPIRED: { complete: null, pay: "PAID", expire: null, cancel: null },
  CANCELLED: { complete: null, pay: null, expire: null, cancel: null },
};

testStateTable("a checkout session", checkoutSessionStates, expected);
