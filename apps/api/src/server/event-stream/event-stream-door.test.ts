import { describe, expect, it, onTestFinished } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { type OpenStream, openStream } from "../../../test/harness/event-stream.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { startService, testKey, useService } from "../../../test/harness/service.ts";
import { aKey, aSeller, type Seller, Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";

const service = useService({ LOG_LEVEL: "debug" });
const platform = new Story(restDoor, service);

type Opening = Parameters<typeof openStream>[1];

/** Opens a stream until the test ends. */
async function opened(opening: Opening = {}): Promise<OpenStream> {
  const stream = await openStream(service().url, opening);
  onTestFinished(stream.close);
  return stream;
}

/** A seller that makes events. */
async function aTellingSeller() {
  const seller = await aSeller(service);
  const story = new Story(restDoor, service, seller);
  const { id: webhookEndpointId } = await story.aWebhookEndpoint();
  /** Makes an event. @returns its id */
  const tell = async (type = "invoice.paid"): Promise<string> => {
    const { webhookDelivery } = await story.done("webhookEndpoints.test", {
      webhookEndpointId,
      type,
    });
    return webhookDelivery.eventId;
  };
  return { seller, story, tell };
}

/** Stores an event whose transaction took so many seconds. @returns its id */
async function aLateEvent({ id: ownerId }: Seller, seconds: number): Promise<string> {
  const { db, clock } = service().parts;
  const id = `late${seconds}${ownerId}`.slice(0, 24);
  const createdAt = new Date(clock.now().getTime() - seconds * 1_000);
  const [event] = await db.webhookEvent.findMany({ where: { ownerId }, take: 1 });
  if (event === undefined) throw new Error("The seller has no event yet.");
  await db.webhookEvent.create({ data: { ...event, data: Object(event.data), id, createdAt } });
  return id;
}

const idsOf = ({ messages }: OpenStream) => messages.map(({ id }) => id);

describe("a stream of events", () => {
  it("has what happens from now on, as the list has it", async () => {
    const { seller, story, tell } = await aTellingSeller();
    await tell();
    const stream = await opened({ key: seller.key });
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");

    const { id: invoiceId } = await story.anInvoice({ status: "OPEN" });
    await story.done("invoices.void", { invoiceId });
    const last = await tell();

    await until(() => idsOf(stream).includes(last));
    const { events } = await story.done("events.list", { limit: stream.messages.length });
    const shown = new Map(events.map((one: { id: string; type: string }) => [one.id, one]));
    expect(shown.size).toBeGreaterThan(3);
    for (const { id, event, data } of stream.messages) {
      expect({ ...JSON.parse(data), type: event }).toEqual(shown.get(id));
    }
  });

  it("has events that are committed after later ones, each once", async () => {
    const { seller, tell } = await aTellingSeller();
    await tell();
    const stream = await opened({ key: seller.key });
    const first = await tell();
    await until(() => idsOf(stream).includes(first));

    const late = [await aLateEvent(seller, 3), await aLateEvent(seller, 50)];
    service().clock.advance(10);
    await until(() => late.every((id) => idsOf(stream).includes(id)));
    const last = await tell();

    await until(() => idsOf(stream).includes(last));
    expect(idsOf(stream).toSorted()).toEqual([first, ...late, last].toSorted());
  });

  it("has the seller's own events alone, and the platform's everyone's", async () => {
    const [one, other] = [await aTellingSeller(), await aTellingSeller()];
    const [ofOne, ofAll] = [await opened({ key: one.seller.key }), await opened()];
    const ofOther = await opened({ key: other.seller.key });

    const [first, second] = [await one.tell(), await other.tell()];

    await until(() => [first, second].every((id) => idsOf(ofAll).includes(id)));
    await until(() => idsOf(ofOther).includes(second));
    expect([idsOf(ofOne), idsOf(ofOther)]).toEqual([[first], [second]]);
  });

  it("is selected by type and service", async () => {
    const { seller, story } = await aTellingSeller();
    const { id: subscriptionId, serviceId } = await story.aSubscription();
    const { key } = seller;
    const [ofType, ofService, ofForeign] = [
      await opened({ key, path: "/events?type=subscription.cancelled" }),
      await opened({ key, path: `/events?serviceId=${serviceId}` }),
      await opened({ key, path: `/events?serviceId=${(await platform.aService()).id}` }),
    ];

    await story.aSubscription();
    await story.done("subscriptions.cancel", { subscriptionId });

    const typesOf = ({ messages }: OpenStream) => messages.map(({ event }) => event);
    await until(() => typesOf(ofType).length > 0 && typesOf(ofService).length > 0);
    expect(typesOf(ofType)).toEqual(["subscription.cancelled"]);
    expect(typesOf(ofService)).toEqual(["subscription.cancelled"]);
    expect(typesOf(ofForeign)).toEqual([]);
  });

  it("continues after a known event, with events of the minute before it", async () => {
    const { seller, tell } = await aTellingSeller();
    const [before, known] = [await tell(), await tell()];
    const missed = [await tell(), await tell("dispute.created")];

    const stream = await opened({ key: seller.key, after: known });
    const ofType = await opened({
      key: seller.key,
      path: "/events?type=dispute.created",
      after: known,
    });
    const next = await tell();

    await until(() => idsOf(stream).includes(next));
    expect(idsOf(stream)).toEqual([before, ...missed, next]);
    expect(idsOf(ofType)).toEqual(missed.slice(1));
  });

  it("says when too much was missed", async () => {
    const [{ seller, tell }, other] = [await aTellingSeller(), await aTellingSeller()];
    const old = await tell();
    service().clock.advance(15 * 60);
    const known = await tell();
    const { db } = service().parts;
    const event = await db.webhookEvent.findUniqueOrThrow({ where: { id: known } });
    const copies = Array.from({ length: 1_000 }, (_, i) => ({ ...event, id: `${known}-${i}` }));
    await db.webhookEvent.createMany({
      data: copies.map((one) => ({ ...one, data: Object(one.data) })),
    });
    const { key } = seller;
    expect((await opened({ key, after: known })).response.status).toBe(200);
    await tell();

    await forRows([old, known, await other.tell(), "unknown"], async (after) => {
      const { response } = await opened({ key, after });
      expect(response.status).toBe(409);
      expect(response.headers.get("usance-error")).toBe("events_missed");
    });
  });
});

describe("a stream ends", () => {
  it("within a second after its key is revoked, and has nothing that happens later", async () => {
    const { seller, tell } = await aTellingSeller();
    const { secret, id: apiKeyId } = await aKey(service(), {
      userId: seller.id,
      scopes: ["events:read"],
    });
    const [stream, quiet] = [
      await opened({ key: secret }),
      await opened({ key: secret, path: "/events?type=hold.expired" }),
    ];
    const { clock } = service();
    await platform.done("apiKeys.revoke", { apiKeyId });

    clock.advance(1);
    await tell();
    await stream.ended;
    clock.advance(10);
    await quiet.ended;

    expect(idsOf(stream)).toEqual([]);
  });

  it("after a quarter of an hour, and has a comment every 15 seconds until then", async () => {
    const stream = await opened();
    await until(() => stream.comments() === 1);
    service().clock.advance(15);
    await until(() => stream.comments() === 2);

    service().clock.advance(15 * 60);

    await stream.ended;
  });

  it("at once when the service stops", async () => {
    const another = await startService({ DATABASE_URL: service().databaseUrl });
    onTestFinished(() => another.stop());
    const stream = await openStream(another.url);

    another.announceStop();

    await stream.ended;
    await (await openStream(another.url)).ended;
  });
});

describe("the limits of streams", () => {
  it("are 32 of a seller", async () => {
    const [{ seller, tell }, other] = [await aTellingSeller(), await aTellingSeller()];
    const streams: OpenStream[] = [];
    for (let i = 0; i < 32; i += 1) streams.push(await opened({ key: seller.key }));

    const { response } = await opened({ key: seller.key });

    expect(response.status).toBe(429);
    expect(response.headers.get("usance-error")).toBe("too_many_at_once");
    expect((await opened({ key: other.seller.key })).response.status).toBe(200);
    streams[0]?.close();
    await until(async () => (await opened({ key: seller.key })).response.status === 200);
    const id = await tell();
    await until(() => streams.slice(1).every((one) => idsOf(one).includes(id)));
  });

  it("are those of the key", async () => {
    const { secret } = await aKey(service(), { scopes: ["invoices:read"] });

    expect((await opened({ key: "wrong" })).response.status).toBe(401);
    expect((await opened({ key: secret })).response.status).toBe(403);
    expect((await opened({ path: "/events?type=x" })).response.status).toBe(400);
  });
});

it("a stream is logged when it begins, with the time until then", async () => {
  const id = `stream-${Date.now()}`;
  const linesOf = () => service().logged.filter(({ reqId }) => reqId === id);
  const headers = { Accept: "text/event-stream", Authorization: `Bearer ${testKey}` };
  const gone = new AbortController();
  await fetch(`${service().url}/api/v1/events`, {
    headers: { ...headers, "X-Request-Id": id },
    signal: gone.signal,
  });
  await until(() => linesOf().length > 0);

  gone.abort();
  const head = await fetch(`${service().url}/api/v1/events`, { method: "HEAD", headers });

  expect(await head.text()).toBe("");
  expect(linesOf()).toMatchObject([
    { msg: "request answered", route: "/api/v1/events", status: 200 },
  ]);
});
