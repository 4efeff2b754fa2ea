import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { InTransaction, Queryable } from "../../../db/client.ts";
import type { Answer } from "../../../kit/outbound/outbound.ts";
import { CannotOpen, type Seal } from "../../../kit/seal.ts";
import type { Parts, Sign } from "../../../operation/ports/parts.ts";
import { failLocked, lockDeliveries } from "../../../outbox/store.ts";
import type { WebhookAttempt } from "../../../schemas/webhook-deliveries.ts";
import { noteEndpoints } from "../endpoints/note-endpoints.ts";
import { shownEvent } from "../events/events.ts";
import { decideRetry, type Verdict } from "./decide-retry.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryOutcome,
  type DeliveryRoom,
  endLeases,
  noteOutcomes,
} from "./store.ts";

/** Signs an event and posts it to its endpoint once. It does not throw. */
async function postEvent(
  { webhooks, now }: Pick<Parts, "webhooks"> & { readonly now: Date },
  delivery: ClaimedDelivery,
): Promise<Answer> {
  const body = bodyOf(delivery);
  const secrets = [delivery.secret];
  const { eventId, endpointId, previousSecret, previousSecretUntil } = delivery;
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  if (previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now) {
    secrets.push(previousSecret);
  }
  try {
    const signatures = secrets.map((sealed) =>
      webhooks.sign(sealed, endpointId, `${eventId}.${timestamp}.`, body),
    );
    return await webhooks.outbound.post(
      delivery.url,
      {
        "content-type": "application/json",
        "user-agent": "Usance-Webhooks/1",
        "webhook-id": eventId,
        "webhook-timestamp": timestamp,
        "webhook-signature": signatures.join(" "),
      },
      body,
    );
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    return { error: "The endpoint's secret cannot be read: rotate it." };
  }
}

/** The event as its GET returns it. Its data is already JSON text. */
function bodyOf({ eventId: id, type, createdAt, serviceId, data }: ClaimedDelivery): Buffer {
  const event = JSON.stringify(shownEvent({ id, type, createdAt, serviceId, data: undefined }));
  return Buffer.from(`${event.slice(0, -1)},"data":${data}}`);
}

/** How long a claimed delivery belongs to one process, in milliseconds; longer than an attempt takes. */
const leaseMs = 30_000;

/** A delivery that this process has claimed. */
export interface TakenDelivery extends ClaimedDelivery {
  readonly leaseUntil: Date;
}

/** Claims due deliveries, as many as there is room for. */
export async function takeDeliveries(
  { webhooks, clock }: Parts,
  room: DeliveryRoom,
): Promise<TakenDelivery[]> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const claimed = await claimDeliveries(webhooks.lookUp, { now, leaseUntil }, room);
  return claimed.map((delivery) => ({ ...delivery, leaseUntil }));
}

/** An attempt and its verdict, which must be stored. */
export interface AttemptedDelivery {
  readonly delivery: TakenDelivery;
  readonly attempt: WebhookAttempt;
  readonly verdict: Verdict;
}

/** Sends a delivery to its endpoint once. It does not throw. */
export async function attemptDelivery(
  { webhooks, clock }: Parts,
  delivery: TakenDelivery,
): Promise<AttemptedDelivery> {
  const at = clock.now();
  const begin = performance.now();
  const answer = await postEvent({ webhooks, now: at }, delivery);
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
    verdict: decideRetry(delivery, answer, clock.now()),
  };
}

/**
 * Stores the result of an attempt, batched with other attempts that end at about the same time. If the process
 * dies before that, the endpoint gets the event again.
 */
export async function noteAttempt(
  { tally, batch }: Parts,
  attempted: AttemptedDelivery,
): Promise<void> {
  const { delivery, verdict } = attempted;
  // Most attempts change nothing about their endpoint and need only one statement.
  const isPlain = verdict.arrived && delivery.failingSince === null;
  await (isPlain ? batch.write(noteArrivals, attempted) : batch.commit(noteAttempts, attempted));
  const { arrived, nextAttemptAt } = verdict;
  const outcome = arrived ? "delivered" : nextAttemptAt === null ? "given_up" : "failed";
  tally.webhookAttempted(outcome, attempted.attempt.latencyMs / 1_000);
}

/** Gives back a delivery that was not attempted, so that it can be claimed again immediately. */
export async function giveBackDelivery({ batch }: Parts, delivery: TakenDelivery): Promise<void> {
  await batch.write(giveBack, delivery);
}

async function giveBack(
  db: Queryable,
  deliveries: readonly TakenDelivery[],
): Promise<readonly null[]> {
  await endLeases(db, deliveries);
  return deliveries.map(() => null);
}

async function noteArrivals(
  db: Queryable,
  attempted: readonly AttemptedDelivery[],
  now: Date,
): Promise<readonly null[]> {
  await noteOutcomes(db, attempted.map(outcomeOf), now);
  return attempted.map(() => null);
}

async function noteAttempts(
  tx: Queryable,
  attempted: readonly AttemptedDelivery[],
  now: Date,
): Promise<readonly null[]> {
  const decided = attempted.map(({ delivery, verdict }) => ({ ...delivery, ...verdict }));
  const disabled = await noteEndpoints({ tx, now }, decided);
  if (disabled.size > 0) await giveUpPending({ tx, now }, disabled, decided);
  await noteOutcomes(tx, attempted.map(outcomeOf), now);
  return attempted.map(() => null);
}

/** Fails the pending deliveries of endpoints that were just disabled. It also locks those whose outcome is stored next. */
async function giveUpPending(
  { tx, now }: InTransaction,
  disabled: ReadonlyMap<string, string>,
  attempted: readonly { readonly id: string }[],
): Promise<void> {
  const pendingOf = [...disabled.keys()];
  const pending = await lockDeliveries(tx, { ids: attempted.map(({ id }) => id), pendingOf });
  for (const [endpointId, reason] of disabled) {
    const ofEndpoint = pending.filter((one) => one.endpointId === endpointId);
    await failLocked(
      { tx, now },
      ofEndpoint.map(({ id }) => id),
      reason,
    );
  }
}

function outcomeOf({ delivery, attempt, verdict }: AttemptedDelivery): DeliveryOutcome {
  const { id, leaseUntil } = delivery;
  const { arrived, nextAttemptAt, reason } = verdict;
  return { id, leaseUntil, arrived, attempt, nextAttemptAt, reason };
}

/** How many keys are cached: opening a secret and making its key costs more than signing. */
const maxKeys = 1_000;

/** Makes the function that signs webhooks, which caches the keys of secrets. */
export function signer(seal: Seal): Sign {
  const keys = new Map<string, KeyObject>();
  const keyOf = (sealed: string, endpointId: string) => {
    const name = `${endpointId} ${sealed}`;
    const known = keys.get(name);
    if (known !== undefined) return known;
    const secret = seal.open(sealed, endpointId).replace(/^whsec_/, "");
    const key = createSecretKey(secret, "base64");
    if (keys.size >= maxKeys) keys.clear();
    keys.set(name, key);
    return key;
  };
  return (sealed, endpointId, head, body) => {
    const hmac = createHmac("sha256", keyOf(sealed, endpointId)).update(head).update(body);
    return `v1,${hmac.digest("base64")}`;
  };
}
