import { Gauge, Histogram, type Registry } from "@prometheus-io/client";
import { accesses } from "../../../operation/ports/tally.ts";
import type { BodyMemory } from "../../bodies/body-memory.ts";
import type { RequestWatch, WatchedRequest } from "../../exchange.ts";

/** In seconds: from a fast read to a settlement that waits until its timeout. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Rate, errors and duration of requests in one histogram: its `_count` is the number of requests. Labels have few
 * values: the route is the operation's path, and all unknown paths share one route.
 */
export function httpMetrics(registers: Registry[]): RequestWatch {
  const inFlight = new Gauge({
    name: "usance_http_requests_in_flight",
    help: "HTTP requests without a response so far",
    registers,
  });
  const duration = new Histogram({
    name: "usance_http_request_duration_seconds",
    help: "Duration of HTTP requests by door, method, route and status class, from the request's headers to the end of the response",
    labelNames: ["door", "method", "route", "status"],
    buckets,
    registers,
  });
  const watched: WatchedRequest = {
    run: (answer) => answer(),
    ended: ({ asked: { door, route }, req: { method = "" }, res: { statusCode } }, seconds) => {
      inFlight.dec();
      duration.observe({ door, method, route, status: classOf(statusCode) }, seconds);
    },
  };
  return {
    begun: () => {
      inFlight.inc();
      return watched;
    },
  };
}

/** Memory that request bodies use. */
export function bodyMetrics(registers: Registry[], memory: BodyMemory): void {
  new Gauge({
    name: "usance_http_body_bytes",
    help: "Memory of incomplete request bodies, with an API key and without",
    labelNames: ["access"],
    registers,
    collect() {
      for (const access of accesses) this.set({ access }, memory.held(access));
    },
  });
}

const classes = ["1xx", "2xx", "3xx", "4xx", "5xx"];
const classOf = (status: number) => classes[Math.floor(status / 100) - 1] ?? "5xx";
