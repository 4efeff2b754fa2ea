import { beforeAll, describe, expect, it } from "vitest";
import { scopes } from "../../src/schemas/nouns.ts";
import { operations } from "../../src/server/router.ts";
import { aDashboardCookie, withCookie } from "../harness/dashboard.ts";
import { doors, restDoor } from "../harness/doors.ts";
import { payments, useService, withEmails } from "../harness/service.ts";
import { aKey, aSeller, type Seller, Story } from "../harness/story.ts";
import { expectNothingOf, RememberingStory, said, withIds } from "./answers.ts";
import { inputs } from "./inputs.ts";
import { keyedKinds } from "./kinds.ts";

/*
 * Operations that take a key, called with the cookie of a dashboard session: one of each kind with an ended session, without
 * proof of whose page called, and with other scopes; every one by a session with all scopes.
 */

const service = useService({ ...payments, ...withEmails });
const keyed = operations.filter(({ scope }) => scope !== null);
const nouns = [...Map.groupBy(keyed, ({ name }) => name.split(".")[0] ?? "")];
const opens = "dashboard-sessions:write";

let seller: Seller;
let story: RememberingStory;
let stranger: Seller;
let strangersCookie: string;
let endedCookie: string;
beforeAll(async () => {
  seller = await aSeller(service);
  story = new RememberingStory(service, seller);
  stranger = await aSeller(service);
  strangersCookie = await cookieWith(stranger, ["*"]);
  endedCookie = await cookieWith(seller, ["*"]);
  await withCookie(restDoor, endedCookie).call(service().url, "dashboard.signOut", {});
});

/** The cookie of a session with these scopes; it needs one more to be opened. */
async function cookieWith(whose: Seller, held: readonly string[]): Promise<string> {
  const { secret } = await aKey(service(), { userId: whose.id, scopes: [...held, opens] });
  return aDashboardCookie(restDoor, new Story(restDoor, service, { ...whose, key: secret }));
}

describe.each(keyedKinds)("kind $kind by cookie", ({ name }) => {
  describe.each(doors)("through $name", (door) => {
    const call = (cookie: string, proof?: Record<string, string>) =>
      withCookie(door, cookie, proof).call(service().url, name, { name: 5 });

    it("answers 401 for a session that has ended, and for a call of another page", async () => {
      const refused = { status: 401, body: { error: "A valid API key is required." } };
      expect(await call(endedCookie)).toMatchObject(refused);
      expect(await call(strangersCookie, {})).toMatchObject(refused);
      const elsewhere = { "Usance-Dashboard": "1", "Sec-Fetch-Site": "cross-site" };
      expect(await call(strangersCookie, elsewhere)).toMatchObject(refused);
    });

    it("answers 403 for a session without its scope", async () => {
      const others = scopes.filter((one) => one !== "*" && one !== scopeOf(name));

      expect(await call(await cookieWith(seller, others))).toMatchObject({
        status: 403,
        body: { error: "This API key may not perform this operation." },
      });
    });
  });
});

it.each(["services.get", "invoices.void"])(
  "%s answers another seller's session as if the record did not exist",
  async (name) => {
    const theirs = (await inputs[name]?.(story)) ?? {};
    const unknown = withIds(theirs, Object.keys(theirs));

    const answer = await byCookie(name, theirs, strangersCookie);

    expect(said(answer)).toEqual(said(await byCookie(name, unknown, strangersCookie)));
    expectNothingOf(seller, story, answer, name);
  },
);

const scopeOf = (name: string) => keyed.find((one) => one.name === name)?.scope ?? "";

it.each(nouns)("every operation of %s succeeds for a seller's session", async (_, ofNoun) => {
  const cookie = await cookieWith(seller, ["*"]);
  for (const { name } of ofNoun) {
    const input = (await inputs[name]?.(story)) ?? {};

    const { status, body } = await byCookie(name, input, cookie);

    expect(status, `${name}: ${JSON.stringify(body)}`).toBeLessThan(300);
  }
});

const byCookie = (name: string, input: object, cookie: string) =>
  withCookie(restDoor, cookie).call(service().url, name, input);
