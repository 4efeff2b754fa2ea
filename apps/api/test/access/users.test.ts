import { beforeEach, expect, it } from "vitest";
import { restDoor } from "../harness/doors.ts";
import { useService } from "../harness/service.ts";
import { aSeller, Story } from "../harness/story.ts";

/* Which users a seller's key can see. An e-mail address does not reveal the users of other sellers. */

const service = useService();

const platform = new Story(restDoor, service);
let [one, other] = [platform, platform];

beforeEach(async () => {
  one = new Story(restDoor, service, await aSeller(service));
  other = new Story(restDoor, service, await aSeller(service));
});

const sign = async (story: Story, user: object, sessionOf = story) => {
  const session = await sessionOf.aCheckoutSession();
  const input = { checkoutSessionId: session.id, user };
  return (await story.done("checkoutSessions.complete", input)).checkoutSession.user;
};

it("two sellers who name the same e-mail each have their own user", async () => {
  const email = uniqueEmail();

  const mine = await sign(one, { email, name: "Pat, of one" });
  const theirs = await sign(other, { email });

  expect(mine).toMatchObject({ email, name: "Pat, of one", role: "PAYER" });
  expect(theirs).toMatchObject({ email, name: null, role: "PAYER" });
  expect(theirs.id).not.toBe(mine.id);
});

it("a seller who names an e-mail twice, in any case, has one user", async () => {
  const email = uniqueEmail();

  const first = await sign(one, { email });

  expect(await sign(one, { email: email.toUpperCase(), name: "Later" })).toEqual(first);
});

it("a payer whom the platform signed up for a seller belongs to that seller", async () => {
  const email = uniqueEmail();
  const signedUp = await sign(platform, { email }, one);

  expect(await sign(one, { email })).toEqual(signedUp);
  expect((await sign(other, { email })).id).not.toBe(signedUp.id);
});

it("another seller's e-mail creates a new user", async () => {
  const { owner } = await other.aService();

  const named = await sign(one, { email: owner.email });

  expect(named).toMatchObject({ name: null, role: "PAYER" });
  expect(named.id).not.toBe(owner.id);
});

it("a seller creates services only for itself, by id or e-mail", async () => {
  const { owner } = await one.aService();
  const { owner: stranger } = await other.aService();
  const create = (fields: object) => one.call("services.create", { name: "A", ...fields });
  const unknown = {
    status: 404,
    body: { error: "Referenced database record was not found." },
  };

  expect(await create({ ownerId: owner.id })).toMatchObject({ status: 201 });
  expect(await create({ owner: { email: owner.email.toUpperCase() } })).toMatchObject({
    status: 201,
    body: { service: { ownerId: owner.id } },
  });
  expect(await create({ ownerId: stranger.id })).toMatchObject(unknown);
  expect(await create({ owner: { email: stranger.email } })).toMatchObject(unknown);
  expect(await create({ owner: { email: uniqueEmail() } })).toMatchObject(unknown);
  expect(await create({})).toMatchObject({
    status: 400,
    body: { error: "ownerId or owner.email is required." },
  });
});

let count = 0;
const uniqueEmail = () => `payer-${++count}@example.com`;
