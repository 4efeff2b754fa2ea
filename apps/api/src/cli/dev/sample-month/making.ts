import type { UsanceClient } from "@usance/sdk";
import type { PausableRegistry } from "./while-paused.ts";

/** What makes the month: each call is made once, also when the making is interrupted. */
export interface Making {
  readonly usance: UsanceClient;
  /** Names the calls: those of an interrupted attempt are not done again. */
  readonly run: string;
  /** The key of a call. @param name differs for each call */
  readonly once: (name: string) => { readonly idempotencyKey: string };
  /** A time of the month. @param day from 0 at its start to 30 at its end; more is after it */
  readonly at: (day: number) => Date;
  /** Is paused for the settlement that fails. */
  readonly registry: PausableRegistry;
}
