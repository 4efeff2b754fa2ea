import { beforeAll, describe, expect, it } from "vitest";
import type { AnyOperation } from "../../src/operation/operation.ts";
import { portalScopes } from "../../src/schemas/portal.ts";
import { operations } from "../../src/server/router.ts";
import { type CodedAnswer, type Door, doors, restDoor } from "../harness/doors.ts";
import { payments, useService, withEmails } from "../harness/service.ts";
import { aKey, aSeller, type Seller, Story } from "../harness/story.ts";
import { namedRecords, unknownFieldsOf } from "../operations.ts";
import { said, unknownId, withIds } from "./answers.ts";
import { inputs } from "./inputs.ts";
import { visits } from "./visits.ts";

/*
 * Every operation succeeds for a seller whose key has its scope alone, and tRPC answers like REST: the same status, body,
 * code and field of an error. Each door changes the records of a seller of its own, and both sellers have the same ones.
 */

const service = useService({ ...payments, ...withEmails });
interface Side {
  readonly door: Door;
  readonly seller: Seller;
  readonly story: Story;
}
const sellers: Side[] = [];
beforeAll(async () => {
  for (const door of doors) {
    const seller = await aSeller(service);
    sellers.push({ door, seller, story: new Story(restDoor, service, seller) });
  }
});

const nouns = [...Map.groupBy(operations, ({ name }) => name.split(".")[0] ?? "")];

describe.each(nouns)("%s", (_, ofNoun) => {
  it("answers alike through REST and tRPC", async () => {
    for (const operation of ofNoun) {
      const [rest, trpc] = await answersTo(operation);
      expect(trpc, operation.name).toEqual(rest);
    }
  });
});

it("refuses a call of each operation that takes an input", () => {
  const without = operations.filter((one) => badInputs(one, {}).length === 0);
  expect(without.map(({ name }) => name)).toEqual(["usageRoots.keys", "ready", "health"]);
});

/**
 * What each door answers: to the same calls if they change nothing, and otherwise to those of its own seller. The records of
 * both sellers are created in any case, so that they have the same ones.
 */
async function answersTo(operation: AnyOperation) {
  const calls: CallOf[] = [];
  for (const side of sellers) calls.push(await callOf(operation, side));
  const changes = operation.type === "mutation" && operation.kind !== "query by POST";
  const answers: unknown[] = [];
  for (const [index, { door }] of sellers.entries()) {
    answers.push(await answersOf(door, operation, calls[changes ? index : 0] as CallOf));
  }
  return answers;
}

type CallOf = Awaited<ReturnType<typeof callOf>>;

/** What a door answers to a call, and before that to bad ones. */
async function answersOf(door: Door, operation: AnyOperation, { input, headers, key }: CallOf) {
  const { name } = operation;
  const call = (given: object, sent: Readonly<Record<string, string>> = headers) =>
    door.call(service().url, name, given, key, sent);
  const refused: CodedAnswer[] = [];
  for (const bad of badInputs(operation, input)) refused.push(await call(bad));
  if (name.startsWith("dashboard.")) refused.push(await call(input, {}));
  for (const { status } of refused) expect(status, name).toBeGreaterThan(399);
  const success = await call(input);
  const what = `${door.name} ${name}: ${JSON.stringify(success.body)}`;
  expect(success.status, what).toBeLessThan(300);
  return [success, ...refused].map(said);
}

/** The scopes that an operation needs besides its own: those of the session or link that it ends, or has to have. */
const moreScopes: Readonly<Record<string, readonly string[]>> = {
  "portalSessions.create": ["subscribers:read"],
  "portalSessions.revoke": Object.values(portalScopes),
  "dashboardSessions.revoke": ["*"],
  "webhookEndpoints.create": ["events:read"],
  "webhookEndpoints.update": ["events:read"],
};

/** A call that succeeds: with a key that has the operation's scope alone, as far as that does, or as a page makes it. */
async function callOf({ name, scope }: AnyOperation, { story, seller }: Side) {
  if (scope === null) {
    const { input, headers = {} } = (await visits[name]?.(story)) ?? { input: {} };
    return { input, headers, key: null };
  }
  const scopes = [scope, ...(moreScopes[name] ?? [])];
  const { secret: key } = await aKey(service(), { userId: seller.id, scopes });
  return { input: (await inputs[name]?.(story)) ?? {}, headers: {}, key };
}

/** What an operation refuses: unknown records, unknown links, unknown fields, a page size that is no number. */
function badInputs(operation: AnyOperation, input: object): object[] {
  const { name, path } = operation;
  const fields = namedRecords(operation).map(({ field }) => field);
  const [, link] = /\{(linkToken|portalToken)\}/.exec(path) ?? [];
  const isFilter =
    /\.list$|^portal\.invoices$|\.upcoming(?:Charges|Totals)$/.test(name) &&
    !path.endsWith("}/plans");
  return [
    ...(fields.length > 0 && !isFilter && name !== "usageEvents.batch"
      ? [withIds(input, fields)]
      : []),
    ...(link === undefined ? [] : [{ ...input, [link]: unknownId }]),
    ...(unknownFieldsOf(operation.input) === "refused" ? [{ ...input, foo: 1 }] : []),
    ...(name === "services.list" ? [{ limit: "many" }] : []),
    ...(/^x402\.(?:verify|settle)$/.test(name) ? [{ ...input, x402Version: "2" }] : []),
  ];
}
