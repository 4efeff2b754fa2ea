import { type Gate, type UsanceClient, UsanceError, webhooks } from "@usance/sdk";
import express, { type ErrorRequestHandler, type Express } from "express";
import type { Callers } from "./callers.ts";
import { daylight } from "./daylight.ts";
import type { Meter } from "./meter.ts";
import { metered } from "./metered.ts";
import { prepaidStream } from "./prepaid-stream.ts";
import type { Sale } from "./setup.ts";
import { subscribersOnly } from "./subscribers-only.ts";
import { subscriptionWebhook } from "./subscription-webhook.ts";

interface Parts {
  readonly usance: UsanceClient;
  readonly callers: Callers;
  readonly sale: Sale;
  readonly meter: Meter;
  readonly gate: Gate;
}

/** The API that is sold: hours of daylight, billed by the day that was asked for. */
export function daylightApi({ usance, callers, sale, meter, gate }: Parts): Express {
  const api = express().disable("x-powered-by");

  api.post("/keys", (_req, res) => {
    res.status(201).json({ apiKey: callers.add() });
  });

  const daysOf = ({ days = "1" }: Readonly<Record<string, unknown>>) => String(days);
  api.get(
    "/daylight",
    subscribersOnly(usance, callers, sale),
    metered(meter, sale, daysOf),
    ({ query }, res) => {
      const latitude = Number(query.latitude ?? Number.NaN);
      const from = new Date(String(query.from));
      const days = daysOf(query);
      if (!(Math.abs(latitude) <= 90)) {
        return void res.status(400).json({ error: "latitude must be from -90 to 90." });
      }
      if (Number.isNaN(from.getTime())) {
        return void res.status(400).json({ error: "from must be a date like 2026-06-21." });
      }
      if (!/^([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/.test(days)) {
        return void res.status(400).json({ error: "days must be from 1 to 366." });
      }
      res.json({ daylight: daylight(latitude, from, Number(days)) });
    },
  );

  api.get(
    "/daylight/stream",
    subscribersOnly(usance, callers, sale),
    prepaidStream(usance, gate, sale, (query) => {
      const latitude = Number(query.latitude ?? Number.NaN);
      const from = new Date(String(query.from));
      const days = Number(daysOf(query));
      const isValid = Math.abs(latitude) <= 90 && days >= 1 && days <= 366;
      if (!isValid || !Number.isInteger(days) || Number.isNaN(from.getTime())) return null;
      return daylight(latitude, from, days).map((day) => JSON.stringify(day));
    }),
  );

  api.post(
    "/webhooks/usance",
    express.raw({ type: () => true }),
    subscriptionWebhook(usance, callers, sale.webhookSecret),
  );

  api.use(refused);
  return api;
}

const refused: ErrorRequestHandler = (error, _req, res, next) => {
  if (error instanceof webhooks.WebhookVerificationError) {
    return void res.status(400).json({ error: error.message });
  }
  if (error instanceof UsanceError) {
    return void res.status(503).json({ error: "Billing is away. Come back later." });
  }
  next(error);
};
