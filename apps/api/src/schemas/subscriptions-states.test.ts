import { testStateTable } from "../../test/harness/state-tables.ts";
import type { StateOf, TriggerOf } from "../kit/state-table.ts";
import { subscriptionStates } from "./states.ts";

type State = StateOf<typeof subscriptionStates>;
type Trigger = TriggerOf<typeof subscriptionStates>;

const expected: Record<State, Record<Trigger, State | null>> = {
  ACTIVE: {
    cancel: "CANCELLED",
    schedule: "ACTIVE",
    unschedule: "ACTIVE",
    end: "CANCELLED",
    renew: "ACTIVE",
  },
  CANCELLED: { cancel: null, schedule: null, unschedule: null, end: null, renew: null },
};

testStateTable("a subscription", subscriptionStates, expected);
