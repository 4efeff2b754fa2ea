import { createHash, randomUUID } from "node:crypto";
import type { Request } from "express";
import type { Meter } from "./meter.ts";
import type { Sale } from "./setup.ts";
import type { SubscribersHandler } from "./subscribers-only.ts";

/**
 * Records a call's usage once it has been answered, if it was answered with success.
 *
 * @param quantityOf how many units a successful call is, as decimal text
 */
export function metered(
  meter: Meter,
  { serviceId }: Sale,
  quantityOf: (query: Readonly<Record<string, unknown>>) => string,
): SubscribersHandler {
  return (req, res, next) => {
    if (meter.isFull()) {
      // Refuse the call: its usage could not be billed, and waiting events fill the memory.
      return void res.status(503).set("Retry-After", "5").json({ error: "Come back later." });
    }
    const occurredAt = new Date().toISOString();
    res.once("finish", () => {
      if (res.statusCode >= 300) return;
      const { subscriptionId, userId } = res.locals;
      const usage = { eventKey: eventKeyOf(req), quantity: quantityOf(req.query), occurredAt };
      meter.record({ serviceId, subscriptionId, userId, ...usage });
    });
    next();
  };
}

/**
 * Made once for a request, whose usage may be sent many times. A caller that repeats a request under its
 * Idempotency-Key is billed once: the key counts for this very request, or it would make all others free.
 */
function eventKeyOf(req: Pick<Request, "get" | "originalUrl">): string {
  const given = req.get("Idempotency-Key");
  if (given === undefined) return `daylight:${randomUUID()}`;
  return `daylight:${createHash("sha256").update(`${given}\n${req.originalUrl}`).digest("hex")}`;
}
