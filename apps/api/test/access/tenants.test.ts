import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "../../src/server/router.ts";
import { restDoor } from "../harness/doors.ts";
import { payments, useService, withEmails } from "../harness/service.ts";
import { aSeller, type Seller, type Story } from "../harness/story.ts";
import { type NamedRecord, namedRecords } from "../operations.ts";
import { expectNothingOf, RememberingStory, said, valueAt, withIds } from "./answers.ts";
import { inputs } from "./inputs.ts";

/*
 * Every operation with a key, called with the records of another seller: in each field that names a record
 * they are answered like an unknown id. The door does not matter: doors.test.ts holds tRPC equal to REST, and finds that
 * the seller's own records are accepted.
 */

const service = useService({ ...payments, ...withEmails });
let [seller, stranger]: Seller[] = [];
let theirs: RememberingStory;
let mine: RememberingStory;
beforeAll(async () => {
  seller = await aSeller(service);
  stranger = await aSeller(service);
  theirs = new RememberingStory(service, seller);
  mine = new RememberingStory(service, stranger);
});

type Input = Readonly<Record<string, unknown>>;
const asIs = (input: Input) => input;

/** Inputs without the fields that make an operation look its other records up in another way. */
const shorter: Readonly<Record<string, (input: Input) => Input>> = {
  "usageEvents.create": withoutCharge,
  "usageEvents.batch": ({ usageEvents }) => ({
    usageEvents: (usageEvents as Input[]).map(withoutCharge),
  }),
  "usageEvents.void": ({ replacement: _, ...input }) => input,
  "holds.commit": ({ usageEvent: _, ...input }) => input,
};

/** Inputs with records that an operation takes instead of others. */
const anotherInput: Readonly<Record<string, (story: Story) => Promise<Input>>> = {
  "alerts.create": async (story) => {
    const { id: balanceId, serviceId } = await story.aBalance();
    return { serviceId, on: "balance", levels: ["5"], balanceId };
  },
};

function withoutCharge({ balanceId: _, charge: __, ...event }: Input): Input {
  return event;
}

const keyed = operations.filter(({ scope }) => scope !== null);
const nouns = [...Map.groupBy(keyed, ({ name }) => name.split(".")[0] ?? "")];

describe.each(nouns)("%s", (_, ofNoun) => {
  it("of another seller are answered like unknown ones", async () => {
    for (const operation of ofNoun) {
      const { name } = operation;
      const foreign = (await inputs[name]?.(theirs)) ?? {};
      const own = (await inputs[name]?.(mine)) ?? {};
      const named = namedRecords(operation);
      const others = await anotherInput[name]?.(theirs);
      await expectRecords(name, named, { ...others, ...foreign });
      if (others !== undefined) {
        const fields = named.map(({ field }) => field).filter((field) => field in others);
        const mineToo = (await anotherInput[name]?.(mine)) ?? {};
        await expectLikeUnknown(name, others, mineToo, fields);
      }
      const short = shorter[name];
      for (const shape of short === undefined ? [asIs] : [asIs, short]) {
        const fields = named
          .map(({ field }) => field)
          .filter((field) => valueAt(shape(foreign), field) !== undefined);
        await expectLikeUnknown(name, shape(foreign), shape(own), fields);
      }
    }
  });
});

/** Expects that a foreign input, and the own one with each foreign id, are answered like unknown ones. */
async function expectLikeUnknown(
  name: string,
  foreign: Input,
  own: Input,
  fields: readonly string[],
): Promise<void> {
  const cases: [what: string, input: object, unknown: object][] = [
    ["everything", foreign, withIds(foreign, fields)],
    ...fields.map((field): [string, object, object] => [
      field,
      withIds(own, [field], valueAt(foreign, field)),
      withIds(own, [field]),
    ]),
  ];
  for (const [what, input, unknown] of cases) {
    const answer = await call(name, input);
    expect(said(answer), `${name}: ${what}`).toEqual(said(await call(name, unknown)));
    expectNothingOf(seller as Seller, theirs, answer, `${name}: ${what}`);
  }
}

const call = (name: string, input: object) =>
  restDoor.call(service().url, name, input, stranger?.key);

/** Expects that the input names a record of the noun in each field, so that another seller's record is really sent. */
async function expectRecords(name: string, named: readonly NamedRecord[], input: object) {
  const { db } = service().parts;
  for (const { field, noun } of named) {
    const id = valueAt(input, field);
    expect(id, `${field} of ${name} in inputs.ts`).toEqual(expect.any(String));
    if (noun === "any") continue;
    const table = (db as unknown as Record<string, Countable | undefined>)[noun];
    expect(await table?.count({ where: { id } }), `${field} of ${name} is a ${noun}`).toBe(1);
  }
}

interface Countable {
  count(of: { readonly where: object }): Promise<number>;
}
