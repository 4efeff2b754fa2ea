import { testStateTable } from "../../test/harness/state-tables.ts";
import { type DeliveryState, type DeliveryTrigger, deliveryStates } from "./states.ts";

const expected: Record<DeliveryState, Record<DeliveryTrigger, DeliveryState | null>> = {
  PENDING: { arrive: "DELIVERED", fail: "FAILED", redeliver: "PENDING" },
  DELIVERED: { arrive: null, fail: null, redeliver: "PENDING" },
  FAILED: { arrive: null, fail: null, redeliver: "PENDING" },
};

testStateTable("a webhook delivery", deliveryStates, expected);
