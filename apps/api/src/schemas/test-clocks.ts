import { z } from "zod";
import { component, createdAt, id, timeOut, updatedAt } from "../kit/answers.ts";
import { dateTime, request, requiredId } from "../kit/fields.ts";
import { says } from "../kit/messages.ts";
import { type RefusalTerms, recordNotFound, referencedRecordNotFound } from "../kit/refusal.ts";

export const testClockNotFound = recordNotFound("test_clock_not_found", "testClockId");

/** A test clock that the input of another noun names. */
export const referencedTestClockNotFound: RefusalTerms = {
  ...testClockNotFound,
  message: referencedRecordNotFound,
};

export const testClocksNotOnThisChain = (chainId: number): RefusalTerms => ({
  kind: "conflict",
  code: "test_clocks_not_on_this_chain",
  message: `Test clocks exist only on local chains and testnets, and chain ${chainId} is neither.`,
  pattern: "Test clocks exist only on local chains and testnets, and chain <id> is neither.",
  meaning: "The service settles on a chain with real money, where time cannot be moved.",
  remedy: "Run the service on a local chain (`usance dev`) or on a testnet.",
});

const statuses = ["READY", "ADVANCING"] as const;

const [first, end] = [new Date("2000-01-01T00:00:00Z"), new Date("2200-01-01T00:00:00Z")];

/** Later periods would reach years that answers cannot show. */
export const timeOfClock = () =>
  dateTime().refine(
    (time) => time >= first && time < end,
    says("must be in the years 2000 to 2199."),
  );

export const TestClockId = request({ testClockId: requiredId() });

/** A test clock as answers and events show it. */
export const TestClock = component(
  "TestClock",
  "A clock that gives services on a local chain or a testnet its own time instead of the real time.",
  {
    id: id(),
    name: z.string().nullable().meta({
      description: "Name of the clock; null if you sent none",
      example: "A year of renewals",
    }),
    status: z.enum(statuses).meta({
      description:
        "`ADVANCING`: the clock moves to `advancingTo`, and the service does everything that comes due on the way. `READY`: the clock stands at `now`",
      example: "READY",
    }),
    now: timeOut().meta({ description: "The time of the clock's services" }),
    advancingTo: timeOut().nullable().meta({
      description: "The time that an `ADVANCING` clock moves to; null if it is `READY`",
      example: null,
    }),
    createdAt: createdAt().meta({ description: "Creation time, by the real clock" }),
    updatedAt: updatedAt().meta({ description: "Time of the last change, by the real clock" }),
  },
);

export const OneTestClock = z.object({ testClock: TestClock });

/** The id of a service's clock, as the service shows it. */
export const testClockIdOut = () =>
  id().nullable().meta({
    description: "Id of the service's test clock; null: the service has the real time",
    example: null,
  });
