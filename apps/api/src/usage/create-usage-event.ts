import { JsonAnswer } from "../kit/json-answer.ts";
import { Refusal } from "../kit/refusal.ts";
import { write } from "../operation/define.ts";
import { warn } from "../operation/warnings.ts";
import {
  balanceForPrefix,
  balanceFrozen,
  balanceNotFound,
  balanceTooLow,
  chargeIncomplete,
  notPriced,
} from "../schemas/balances.ts";
import { keyOfAnotherRequest } from "../schemas/idempotency.ts";
import { exampleLimitReached } from "../schemas/limits.ts";
import { quoteTooLarge } from "../schemas/quotes.ts";
import { subscriptionNotOfServiceAndUser } from "../schemas/subscriptions.ts";
import {
  eventAlreadyRecorded,
  invoiceOfAnother,
  NewUsageEvent,
  OneUsageEvent,
  subscriptionTakesNoUsage,
  tooMuchAtOnce,
} from "../schemas/usage-events.ts";
import { recordUsage } from "./record-usage.ts";
import type { ShownUsageEvent } from "./reported.ts";

/** docs/specification.md, section 4, POST /usage-events. The event itself remembers its Idempotency-Key. */
export const createUsageEvent = write("POST /usage-events", {
  name: "usageEvents.create",
  warns: true,
  summary: "Record usage",
  description:
    "Recorded once per `subscriptionId` and `eventKey`. A second event with the same key is refused with 409, so after a time-out you can safely send it again. With the same `Idempotency-Key`, the second call returns 201 and the event instead of 409. It does not change any invoice's amount. With `balanceId` and `charge`, a prepaid balance pays for it in the same commit, or nothing is recorded and the answer is 402; the event's `charge` in the response tells what the rate card has charged. If `occurredAt` is in no period of the subscription until now, the response has the header `Usance-Warning`: the event is recorded, but no bill contains it. The header also warns of a future `occurredAt` if the period has no end.",
  status: 201,
  refusals: {
    invoiceOfAnother,
    subscriptionNotOfServiceAndUser,
    subscriptionTakesNoUsage,
    eventAlreadyRecorded,
    chargeIncomplete: chargeIncomplete("charge"),
    balanceNotFound,
    balanceForPrefix,
    balanceFrozen,
    balanceTooLow,
    notPriced,
    quoteTooLarge,
    limitReached: exampleLimitReached,
    keyOfAnotherRequest,
    tooMuchAtOnce,
  },
  transaction: "own", // one statement for a batch of events: no audit row, and the key is not checked again (ADR 5)
  remembersAnswer: false,
  input: NewUsageEvent,
  output: OneUsageEvent,
  run: async (work, input) => {
    const [recorded] = await recordUsage(work, [input]);
    if (recorded?.outcome === "refused") throw new Refusal(recorded.why);
    if (recorded?.outcome !== "recorded") throw recorded?.error;
    if (recorded.replayed) work.reply.headers["Idempotent-Replayed"] = "true";
    if (recorded.warning !== null) warn(work.reply, recorded.warning);
    return new OneUsageEventText(recorded.usageEvent);
  },
});

class OneUsageEventText extends JsonAnswer {
  readonly #usageEvent: ShownUsageEvent;

  constructor(usageEvent: ShownUsageEvent) {
    super(usageEvent);
    this.#usageEvent = usageEvent;
  }

  override text(): string {
    return `{"usageEvent":${this.#usageEvent.whole()}}`;
  }
}
