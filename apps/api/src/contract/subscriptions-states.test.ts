import { testStateTable } from "../../test/harness/state-tables.ts";
import type { StateOf, TriggerOf } from "../lib/state-table.ts";
import { subscriptionStates } from "./states.ts";

type State = StateOf<typeof subscriptionStates>;
type Trigger = TriggerOf<typeof subscriptionStates>;

const expected: Record<State, Record<Trigger, State | null>> = {
  ACTIVE: { cancel: "CANCELLED", renew: "ACTIVE" },
  CANCELLED: { cancel: null, renew: null },
};

testStateTable("a subscription", subscriptionStates, expected);
