import type { WebhookAttempt } from "../../contract/webhook-deliveries.ts";
import type { Queryable } from "../../db/client.ts";
import type { Parts } from "../../ports/parts.ts";
import { noteEndpoints } from "../endpoints/note-endpoints.ts";
import { attempt } from "./attempt.ts";
import { judge, type Verdict } from "./judge.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  noteOutcomes,
  type Outcome,
  type Room,
} from "./store.ts";

/** How long nobody else takes on what a process is at, in milliseconds: more than an attempt takes. */
const leaseMs = 30_000;

/** A delivery that this process is at. */
export interface Taken extends ClaimedDelivery {
  readonly leaseUntil: Date;
}

/** Takes on what is due, as far as there is room. */
export async function takeDeliveries({ db, clock }: Parts, room: Room): Promise<Taken[]> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const claimed = await claimDeliveries(db, { now, leaseUntil }, room);
  return claimed.map((delivery) => ({ ...delivery, leaseUntil }));
}

/** An attempt and what it means: to be noted. */
export interface Attempted {
  readonly delivery: Taken;
  readonly attempt: WebhookAttempt;
  readonly verdict: Verdict;
}

/** Tells the endpoint, once. It does not throw. */
export async function tell(parts: Parts, delivery: Taken): Promise<Attempted> {
  const at = parts.clock.now();
  const begin = performance.now();
  const answer = await attempt(parts, delivery, at);
  const answered = "status" in answer;
  return {
    delivery,
    attempt: {
      attemptedAt: at.toISOString(),
      statusCode: answered ? answer.status : null,
      latencyMs: Math.round(performance.now() - begin),
      response: answered ? answer.body : null,
      error: answered ? null : answer.error,
    },
    verdict: judge(delivery, answer, parts.clock.now()),
  };
}

/**
 * Notes what came of an attempt, together with others that end at about the same time. A process that
 * dies before that has told the endpoint all the same: it will be told again.
 */
export async function note({ tally, batch }: Parts, attempted: Attempted): Promise<void> {
  const { delivery, verdict } = attempted;
  // What changes nothing about its endpoint, as most do, is one statement.
  const isPlain = verdict.arrived && delivery.failingSince === null;
  await (isPlain ? batch.write(noteArrivals, attempted) : batch.commit(noteAttempts, attempted));
  const { arrived, nextAttemptAt } = verdict;
  const outcome = arrived ? "delivered" : nextAttemptAt === null ? "given_up" : "failed";
  tally.webhookAttempted(outcome, attempted.attempt.latencyMs / 1_000);
}

async function noteArrivals(
  db: Queryable,
  attempted: readonly Attempted[],
  now: Date,
): Promise<readonly null[]> {
  await noteOutcomes(db, attempted.map(outcomeOf), now);
  return attempted.map(() => null);
}

/** The endpoints' rows before the deliveries', as everywhere else: nobody waits for each other. */
async function noteAttempts(
  tx: Queryable,
  attempted: readonly Attempted[],
  now: Date,
): Promise<readonly null[]> {
  const judged = attempted.map(({ delivery, verdict }) => ({ ...delivery, ...verdict }));
  await noteEndpoints(tx, judged, now);
  await noteOutcomes(tx, attempted.map(outcomeOf), now);
  return attempted.map(() => null);
}

function outcomeOf({ delivery, attempt, verdict }: Attempted): Outcome {
  const { id, leaseUntil } = delivery;
  const { arrived, nextAttemptAt, reason } = verdict;
  return { id, leaseUntil, arrived, attempt, nextAttemptAt, reason };
}
