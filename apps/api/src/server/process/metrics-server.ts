import type { Server } from "node:http";
import type { Log } from "../../kit/log.ts";
import { httpServer } from "../connections/server.ts";

/** Prometheus's text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const textFormat = "text/plain; version=0.0.4; charset=utf-8";

/** Small limits: only a few scrapers call, every few seconds. */
const bounds = { REQUEST_TIMEOUT_MS: 10_000, KEEP_ALIVE_MS: 65_000, MAX_CONNECTIONS: 100 };

/** Serves metrics at `/metrics`, on a separate address: they are for operators, not for API callers. */
export function metricsServer(metrics: () => Promise<string>, log: Log): Server {
  return httpServer((req, res) => {
    if (req.method !== "GET" || req.url?.replace(/\?.*/, "") !== "/metrics") {
      res.writeHead(404).end();
      return;
    }
    metrics().then(
      (text) => res.writeHead(200, { "Content-Type": textFormat }).end(text),
      (error: unknown) => {
        log.error({ err: error }, "metrics could not be served");
        res.writeHead(500).end();
      },
    );
  }, bounds);
}
