import type { Tenant } from "../../kit/tenant.ts";

/** An event as it is sent to those who follow. */
export interface Message {
  readonly id: string;
  readonly type: string;
  /** The event as JSON, as `GET /events/{eventId}` has it. */
  readonly json: string;
}

/** The events of a seller that somebody follows. */
export interface Followed {
  readonly tenant: Tenant;
  readonly type?: string | undefined;
  readonly serviceId?: string | undefined;
}

/** Where following begins, and when it ends. */
export interface Following {
  /** The id of the last event that the caller knows; undefined: it begins now. */
  readonly after: string | undefined;
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal;
}

/** Tells of events as they are committed (notify/webhooks/events/event-feed.ts). */
export interface EventFeed {
  /**
   * @returns batches of events, about one a second, most of them empty: those that are committed from now on, and before
   *   them those after a known one. It ends early if they are not taken in time, and when the process stops
   * @throws Refusal when too many events are missed
   */
  follow(followed: Followed, following: Following): Promise<AsyncIterable<readonly Message[]>>;
}
