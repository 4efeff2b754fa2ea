import { beforeAll, describe, expect, it } from "vitest";
import { operations as all } from "../../src/api/router.ts";
import { scopes } from "../../src/contract/nouns.ts";
import { issueApiKey } from "../../src/keys/api-keys/issue-api-key.ts";
import { aDashboardCookie, withCookie } from "../harness/dashboard.ts";
import { doors, restDoor } from "../harness/doors.ts";
import { payments, useService, withEmails } from "../harness/service.ts";
import { aSeller, type Seller, Story } from "../harness/story.ts";
import { expectNothingOf, inputFrom, said, scopeFor, withUnknownIds } from "./answers.ts";

/*
 * Every operation that takes a key, through both doors, called with the cookie of a dashboard session: of an ended session,
 * without proof of whose page called, with other scopes, and of another seller.
 */

const service = useService({ ...payments, ...withEmails });
const names = all.filter(({ scope }) => scope !== null).map(({ name }) => name);
const opens = "dashboard-sessions:write";

/** The cookie of a session with these scopes; it needs one more to be opened. */
async function cookieWith(seller: Seller, held: readonly string[]): Promise<string> {
  const terms = { name: "test", userId: seller.id, scopes: [...held, opens], expiresAt: null };
  const { secret } = await issueApiKey({ db: service().parts.db, now: new Date() }, terms);
  return aDashboardCookie(restDoor, new Story(restDoor, service, { ...seller, key: secret }));
}

describe.each(doors)("by cookie through $name", (door) => {
  let seller: Seller;
  let stranger: Seller;
  let strangersCookie: string;
  let endedCookie: string;
  beforeAll(async () => {
    seller = await aSeller(service);
    stranger = await aSeller(service);
    strangersCookie = await cookieWith(stranger, ["*"]);
    endedCookie = await cookieWith(seller, ["*"]);
    await withCookie(restDoor, endedCookie).call(service().url, "dashboard.signOut", {});
  });
  const call = (name: string, input: object, cookie: string, proof?: Record<string, string>) =>
    withCookie(door, cookie, proof).call(service().url, name, input);

  describe.each(names)("%s", (name) => {
    it("answers 401 for a session that has ended, and for a call of another page", async () => {
      const refused = { status: 401, body: { error: "A valid API key is required." } };
      expect(await call(name, { name: 5 }, endedCookie)).toMatchObject(refused);
      expect(await call(name, { name: 5 }, strangersCookie, {})).toMatchObject(refused);
      const elsewhere = { "Usance-Dashboard": "1", "Sec-Fetch-Site": "cross-site" };
      expect(await call(name, { name: 5 }, strangersCookie, elsewhere)).toMatchObject(refused);
    });

    it.skipIf(scopeFor(name) === opens)("answers 403 for a session without its scope", async () => {
      const others = scopes.filter((scope) => scope !== "*" && scope !== scopeFor(name));
      const answer = await call(name, { name: 5 }, await cookieWith(seller, others));

      expect(answer).toMatchObject({
        status: 403,
        body: { error: "This API key may not perform this operation." },
      });
    });

    it("succeeds for a seller's session with its scope", async () => {
      const cookie = await cookieWith(seller, [scopeFor(name)]);

      const { status, body } = await call(name, await inputFrom(service, name, seller), cookie);

      expect(status, JSON.stringify(body)).toBeLessThan(300);
    });

    it("answers another seller's session as if the record did not exist", async () => {
      const theirs = await inputFrom(service, name, seller);

      const answer = await call(name, theirs, strangersCookie);
      const unknown = await call(name, withUnknownIds(theirs), strangersCookie);

      expect(said(answer)).toEqual(said(unknown));
      expectNothingOf(seller, answer);
    });
  });
});
