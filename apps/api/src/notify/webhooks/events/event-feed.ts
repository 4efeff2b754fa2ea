import { AsyncLocalStorage } from "node:async_hooks";
import { Refusal } from "../../../kit/refusal.ts";
import { everyone } from "../../../kit/tenant.ts";
import type * as port from "../../../operation/ports/event-feed.ts";
import type { CoreParts } from "../../../operation/ports/parts.ts";
import { Event, eventsMissed } from "../../../schemas/events.ts";
import { shownEvent } from "./events.ts";
import { type EventPlace, findEvent, findEventsByIds, findPlacesSince } from "./store.ts";

/** The pause between two reads, in milliseconds. */
const pauseMs = 1_000;

/**
 * Events become visible when their transaction commits, up to a minute after their time and in any order. So each read begins
 * some time before the one before it, and skips what it knows: most transactions are short, so only some reads begin a whole
 * minute before. In milliseconds.
 */
const overlapMs = { usual: 5_000, whole: 60_000 };
/** How often a read has the whole overlap, in milliseconds. */
const wholeEveryMs = 10_000;

/** How many events a read finds at most. Beyond that the streams end of the platform, and of sellers with more than their share. */
const maxPlaces = 20_000;
const shareOfPlaces = maxPlaces / 4;
/** How many events are loaded at once. */
const pageSize = 100;

/** What a caller may have missed. */
const missed = { ms: 15 * 60_000, events: 1_000 };

/** How much JSON waits for a caller that does not take what it got before, in characters. */
const maxWaiting = 2_097_152;

interface Follower {
  readonly followed: port.Followed;
  /** Whether it gets what is read: not before a read has found what was there before it. */
  isLive: boolean;
  /** Whether it was too slow. */
  isLost: boolean;
  waiting: port.Message[];
  size: number;
  /** Resolved when something was read, or nothing. */
  tick: PromiseWithResolvers<void>;
}

/** Reads the events of all who follow, once a second while there is anybody, and hands each its own. */
export class EventFeed implements port.EventFeed {
  readonly #parts: Pick<CoreParts, "db" | "clock" | "log">;
  readonly #followers = new Set<Follower>();
  /** The times of the events that were read, by their ids. */
  readonly #known = new Map<string, number>();
  /** When events were read last, with the usual overlap and with the whole; infinite before. */
  readonly #readAt = { usual: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
  /** Reads belong to no request, although one begins them: they are in no trace. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #isFailing = false;

  constructor(parts: Pick<CoreParts, "db" | "clock" | "log">) {
    this.#parts = parts;
  }

  async follow(
    followed: port.Followed,
    { after, signal }: port.Following,
  ): Promise<AsyncIterable<readonly port.Message[]>> {
    const follower: Follower = {
      followed,
      isLive: [...this.#followers].some((one) => one.isLive && isWithin(followed, one.followed)),
      isLost: this.#isClosed,
      waiting: [],
      size: 0,
      tick: Promise.withResolvers(),
    };
    const leave = () => {
      follower.isLost = true;
      follower.tick.resolve();
      this.#followers.delete(follower);
      if (this.#followers.size === 0) this.#rest();
    };
    signal.addEventListener("abort", leave);
    this.#followers.add(follower);
    try {
      if (!follower.isLive && !follower.isLost) await this.#read();
      const places = after === undefined ? [] : await this.#missedAfter(after, followed);
      this.#readSoon();
      return this.#batches(follower, places, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Ends all streams, at once. */
  close(): void {
    this.#isClosed = true;
    this.#lose([...this.#followers]);
    this.#rest();
  }

  async *#batches(
    follower: Follower,
    missedPlaces: readonly EventPlace[],
    leave: () => void,
  ): AsyncGenerator<readonly port.Message[], void> {
    const sent = new Set<string>();
    try {
      for (const page of pagesOf(missedPlaces)) {
        const messages = await this.#load(page);
        for (const { id } of messages) sent.add(id);
        yield messages;
      }
      for (;;) {
        const { waiting } = follower;
        follower.waiting = [];
        follower.size = 0;
        follower.tick = Promise.withResolvers();
        yield waiting.filter(({ id }) => !sent.delete(id));
        if (!follower.isLost) await follower.tick.promise;
        if (follower.isLost) return;
      }
    } finally {
      leave();
    }
  }

  /** Finds what followed an event. @throws Refusal when that is too much, or unknown */
  async #missedAfter(id: string, followed: port.Followed): Promise<EventPlace[]> {
    const { db, clock } = this.#parts;
    const last = await findEvent(db, id, followed.tenant);
    const begin = clock.now().getTime() - missed.ms;
    if (last === null || last.createdAt.getTime() < begin) throw new Refusal(eventsMissed);
    const since = new Date(last.createdAt.getTime() - overlapMs.whole);
    const places = await findPlacesSince(db, [followed.tenant], since, maxPlaces);
    const wanted = places.filter((one) => one.id !== id && isWanted(one, followed));
    if (places.length === maxPlaces || wanted.length > missed.events) {
      throw new Refusal(eventsMissed);
    }
    return wanted;
  }

  /** Plans the next read, if anybody follows. */
  #readSoon(): void {
    if (this.#timer !== null || this.#isClosed || this.#followers.size === 0) return;
    const read = async () => {
      try {
        await this.#read();
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) this.#parts.log.warn({ err: error }, "events cannot be streamed");
        this.#isFailing = true;
      }
      this.#timer = null;
      this.#readSoon();
    };
    this.#timer = this.#outside(() => setTimeout(() => void read(), pauseMs).unref());
  }

  /** Forgets what was read, once nobody follows. */
  #rest(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#known.clear();
    Object.assign(this.#readAt, {
      usual: Number.POSITIVE_INFINITY,
      whole: Number.POSITIVE_INFINITY,
    });
  }

  #lose(followers: readonly Follower[]): void {
    for (const follower of followers) {
      follower.isLost = true;
      follower.waiting = [];
      follower.tick.resolve();
      this.#followers.delete(follower);
    }
  }

  /** Reads what is new. The read begins after this call; calls of one moment share it. */
  #read(): Promise<void> {
    if (this.#next !== null) return this.#next;
    const next = this.#current.then(() => {
      this.#next = null;
      return this.#outside(() => this.#readNow());
    });
    this.#next = next;
    this.#current = next.catch(() => undefined);
    return next;
  }

  async #readNow(): Promise<void> {
    const followers = [...this.#followers];
    if (followers.length === 0) return;
    try {
      const now = this.#parts.clock.now().getTime();
      const isWhole =
        followers.some((one) => !one.isLive) || now - this.#readAt.whole >= wholeEveryMs;
      const kind = isWhole ? "whole" : "usual";
      const since = Math.min(now, this.#readAt[kind]) - overlapMs[kind];
      const tenants = followers.map(({ followed }) => followed.tenant);
      const places = await findPlacesSince(this.#parts.db, tenants, new Date(since), maxPlaces);
      if (places.length === maxPlaces) {
        this.#parts.log.warn({}, "too many events at once to be streamed: streams end");
        const busy = followers.filter(isBusy(places));
        this.#lose(busy.length > 0 ? busy : followers);
        return; // the next read finds the others' events
      }
      const isNew = ({ id }: EventPlace) => !this.#known.has(id);
      for (const page of pagesOf(places.filter(isNew))) await this.#hand(page);
      for (const follower of followers) follower.isLive = true;
      if (this.#followers.size === 0) return;
      this.#readAt.usual = now;
      if (!isWhole) return;
      this.#readAt.whole = now;
      for (const [id, time] of this.#known) {
        if (time < now - overlapMs.whole) this.#known.delete(id);
      }
    } finally {
      for (const { tick } of followers) tick.resolve();
    }
  }

  /** Gives new events to those who want them, and knows them from now on. */
  async #hand(places: readonly EventPlace[]): Promise<void> {
    const live = [...this.#followers].filter(({ isLive }) => isLive);
    const wantedBy = new Map(
      places.map((one) => [one.id, live.filter(({ followed }) => isWanted(one, followed))]),
    );
    const wanted = places.filter(({ id }) => wantedBy.get(id)?.length);
    const messages = wanted.length === 0 ? [] : await this.#load(wanted);
    for (const message of messages) {
      for (const follower of wantedBy.get(message.id) ?? []) give(follower, message);
    }
    for (const { tick } of live) if (messages.length > 0) tick.resolve();
    for (const { id, createdAt } of places) this.#known.set(id, createdAt.getTime());
  }

  /** Reads events, in the order of their places. */
  async #load(places: readonly EventPlace[]): Promise<port.Message[]> {
    const rows = await findEventsByIds(
      this.#parts.db,
      places.map(({ id }) => id),
    );
    return rows.map((row) => {
      const { id, type } = row;
      return { id, type, json: JSON.stringify(Event.parse(shownEvent(row))) };
    });
  }
}

const isWithin = ({ tenant }: port.Followed, other: port.Followed) =>
  other.tenant === everyone || other.tenant === tenant;

/** Whether what a follower may read is more than a share of some events. */
function isBusy(places: readonly EventPlace[]): (follower: Follower) => boolean {
  const byOwner = Map.groupBy(places, ({ ownerId }) => ownerId);
  return ({ followed: { tenant } }) =>
    tenant === everyone || (byOwner.get(tenant)?.length ?? 0) > shareOfPlaces;
}

function isWanted(place: EventPlace, { tenant, type, serviceId }: port.Followed): boolean {
  return (
    (tenant === everyone || place.ownerId === tenant) &&
    (type === undefined || place.type === type) &&
    (serviceId === undefined || place.serviceId === serviceId)
  );
}

/** Adds a message to what waits for a follower, unless that is too much: its stream ends. */
function give(follower: Follower, message: port.Message): void {
  const isBehind = follower.isLost || follower.size > maxWaiting;
  if (isBehind) follower.waiting = [];
  else follower.waiting.push(message);
  follower.isLost = isBehind;
  follower.size += message.json.length;
}

function* pagesOf(places: readonly EventPlace[]): Generator<readonly EventPlace[]> {
  for (let first = 0; first < places.length; first += pageSize) {
    yield places.slice(first, first + pageSize);
  }
}
