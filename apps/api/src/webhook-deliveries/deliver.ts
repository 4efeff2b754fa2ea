import type { Queryable } from "../db/client.ts";
import type { Parts } from "../parts.ts";
import { noteEndpoints } from "../webhook-endpoints/note-endpoints.ts";
import { attempt } from "./attempt.ts";
import { judge, type Verdict } from "./judge.ts";
import type { WebhookAttempt } from "./schema.ts";
import { type ClaimedDelivery, claimDeliveries, noteOutcomes, type Room } from "./store.ts";

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

interface Attempted {
  readonly delivery: Taken;
  readonly attempt: WebhookAttempt;
  readonly verdict: Verdict;
}

/**
 * Makes one attempt, and notes what came of it, together with others that end at about the same time.
 * A process that dies in between has told the endpoint all the same: it will be told again.
 */
export async function deliver(parts: Parts, delivery: Taken): Promise<void> {
  const at = parts.clock.now();
  const begin = performance.now();
  const answer = await attempt(parts, delivery, at);
  const answered = "status" in answer;
  const attempted = {
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
  await parts.together.commit(noteAttempts, attempted);
}

/** The endpoints' rows before the deliveries', as everywhere else: nobody waits for each other. */
async function noteAttempts(
  tx: Queryable,
  attempted: readonly Attempted[],
  now: Date,
): Promise<readonly null[]> {
  const judged = attempted.map(({ delivery, verdict }) => ({ ...delivery, ...verdict }));
  await noteEndpoints(tx, judged, now);
  const outcomes = attempted.map(({ delivery: { id, leaseUntil }, attempt, verdict }) => {
    const { arrived, nextAttemptAt, reason } = verdict;
    return { id, leaseUntil, arrived, attempt, nextAttemptAt, reason };
  });
  await noteOutcomes(tx, outcomes, now);
  return attempted.map(() => null);
}
