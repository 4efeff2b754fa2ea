import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logFields } from "../../src/kit/log.ts";
import { rpc } from "../harness/chain.ts";
import { arrivals } from "../harness/deliveries.ts";
import { doors, operations, restDoor } from "../harness/doors.ts";
import { Metrics } from "../harness/metrics.ts";
import { answerWith, useReceiver } from "../harness/receiver.ts";
import { testKey, useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
import { until } from "../harness/until.ts";
import { alerts, askedIn, dashboard, missingIn } from "./queries.ts";

/* Runs one story to its end, and then reads its metrics. */

const service = useService({
  METRICS_PORT: "0", // the metrics exist; the port is tested in test/processes/watchers.test.ts
  SETTLEMENT_TIMEOUT_MS: "1500",
  SETTLEMENT_FINALITY: "64",
});
const receiver = useReceiver();
const [rest, trpc] = doors.map((door) => new Story(door, service)) as [Story, Story];
let stopJobs: () => Promise<void>;

let metrics: Metrics;
const value = (name: string, labels = {}) => metrics.value(`usance_${name}`, labels);

beforeAll(async () => {
  stopJobs = service().startJobs();
  await tellRequests();
  await tellUsage();
  await tellWebhooks();
  await tellSettlements();
  const text = await service().metrics?.();
  metrics = new Metrics(text ?? "");
});

afterAll(() => stopJobs());

async function tellRequests(): Promise<void> {
  const id = "k3v9x2m7q1t8w5z4b6n0c8r1";
  for (let times = 0; times < 3; times += 1) await restDoor.call(service().url, "health");
  await restDoor.call(service().url, "services.get", { serviceId: id });
  await trpc.call("services.get", { serviceId: id });
  await trpc.call("services.list", {}, "a-key-that-is-none");
  const headers = { Authorization: `Bearer ${testKey}` };
  for (const path of [
    "/a",
    "/b?c=d",
    "/api/v1/e",
    "/trpc/f",
    "/trpc/health,ready?batch=1",
    "/docs",
  ]) {
    await fetch(service().url + path, { headers });
  }
}

async function tellUsage(): Promise<void> {
  const subscription = await rest.aSubscription();
  const usage = rest.usageOf(subscription);
  await rest.done("usageEvents.create", usage);
  await trpc.call("usageEvents.create", usage);
  await rest.call("usageEvents.create", { ...usage, userId: subscription.id });
  const usageEvents = Array.from({ length: 10 }, () => rest.usageOf(subscription));
  await rest.done("usageEvents.batch", { usageEvents });
}

async function tellWebhooks(): Promise<void> {
  receiver().answer = (res, webhook) => answerWith(webhook.path === "/well" ? 204 : 500)(res);
  for (const path of ["/well", "/ill"]) {
    const endpoint = await rest.aWebhookEndpoint({
      url: receiver().url + path,
      events: ["invoice.voided"],
    });
    await rest.done("webhookEndpoints.test", { webhookEndpointId: endpoint.id });
    await arrivals(receiver(), path, 1);
  }
}

async function tellSettlements(): Promise<void> {
  const settle = async () =>
    rest.call("settlements.create", rest.settlementOf(await rest.anInvoice()));
  const statusOf = async (location: string | null) => {
    const settlementId = location?.split("/").at(-1);
    return (await rest.done("settlements.get", { settlementId })).settlement.status;
  };
  const confirmed = await settle();
  await rpc(service(), "anvil_reorg", [1, []]);
  service().clock.advance(60);
  await until(async () => {
    const { db } = service().parts;
    const id = confirmed.headers.get("location")?.split("/").at(-1) ?? "";
    const announced = {
      type: "settlement.reorged",
      data: { path: ["settlement", "id"], equals: id },
    };
    expect(await db.webhookEvent.count({ where: announced })).toBe(1);
    expect(await statusOf(confirmed.headers.get("location"))).toBe("CONFIRMED");
  });

  await rpc(service(), "evm_setAutomine", [false]);
  const late = await settle();
  expect(late.status).toBe(500);
  await rpc(service(), "anvil_setNextBlockBaseFeePerGas", ["0x174876e800"]);
  await rpc(service(), "anvil_mine", []);
  service().clock.advance(60);
  await until(async () => {
    await rpc(service(), "anvil_mine", []);
    service().clock.advance(5);
    expect(await statusOf(late.headers.get("location"))).toBe("CONFIRMED");
  });
  // Waiting transactions are not mined, so that they can be counted.
  expect((await settle()).status).toBe(500);
}

describe("for requests", () => {
  it("counts by door, method, route and status class", () => {
    const count = (labels: object) => value("http_request_duration_seconds_count", labels);
    const get = { method: "GET" };
    expect(count({ ...get, door: "rest", route: "/health", status: "2xx" })).toBe(3);
    expect(
      count({ ...get, door: "rest", route: "/api/v1/services/{serviceId}", status: "4xx" }),
    ).toBe(1);
    expect(count({ ...get, door: "trpc", route: "services.get", status: "4xx" })).toBe(1);
    expect(count({ ...get, door: "trpc", route: "services.list", status: "4xx" })).toBe(1);
    expect(count({ door: "rest", route: "/api/v1/settlements", status: "5xx" })).toBe(2);
    expect(count({ ...get, door: "trpc", route: "batch" })).toBe(1);
    expect(count({ ...get, door: "page", route: "pages", status: "2xx" })).toBe(1);
  });

  it("puts all unknown paths under one route", () => {
    expect(value("http_request_duration_seconds_count", { door: "page", route: "none" })).toBe(3);
    expect(value("http_request_duration_seconds_count", { door: "trpc", route: "none" })).toBe(1);
    const routes = metrics
      .of("usance_http_request_duration_seconds_count")
      .map(({ labels }) => labels.route);
    const known = Object.entries(operations).flatMap(([name, { path }]) => [name, path]);
    expect([...known, "none", "pages", "batch"]).toEqual(expect.arrayContaining(routes));
  });

  it("has the number in flight", () => {
    expect(value("http_requests_in_flight")).toBe(0);
  });
});

it("counts usage events by outcome, and batch sizes", () => {
  const outcome = (name: string) => value("usage_events_total", { outcome: name });
  expect(outcome("recorded")).toBe(11);
  expect(outcome("duplicate")).toBe(1);
  expect(outcome("refused")).toBe(1);
  expect(outcome("turned_away")).toBe(0);
  for (const source of ["memory", "database"]) {
    expect(value("usage_parents_total", { source })).toBeGreaterThan(0);
  }
  expect(value("usage_parents_kept_characters")).toBeGreaterThan(0);
  expect(value("usage_batch_events_sum")).toBe(13);
  expect(value("usage_batch_events_count")).toBeLessThanOrEqual(13);
});

describe("for settlements", () => {
  it("counts transitions", () => {
    const moved = (trigger: string) => value("settlement_transitions_total", { trigger });
    expect(moved("confirm")).toBe(3); // one of them twice
    expect(moved("reorg")).toBe(1);
    expect(moved("timeOut")).toBe(2);
    expect([moved("refuse"), moved("revert"), moved("fail")]).toEqual([0, 0, 0]);
    expect(moved("submit")).toBeUndefined();
    expect(value("settlement_fee_raises_total")).toBeGreaterThanOrEqual(1);
  });

  it("has the number per state, and the age of the oldest undecided one", () => {
    const watched = (status: string) => value("settlements_watched", { status });
    expect(watched("CONFIRMED")).toBe(2);
    expect(watched("TIMED_OUT")).toBe(1);
    expect([watched("PENDING"), watched("SUBMITTED"), watched("FAILED")]).toEqual([0, 0, 0]);
    expect(value("settlement_oldest_unresolved_seconds")).toBeGreaterThanOrEqual(0);
    expect(value("settlement_late_seconds")).toBeGreaterThanOrEqual(0);
  });

  it("has the signer's balance and nonce gap", async () => {
    const address = service().signer;
    const wei = String(await rpc(service(), "eth_getBalance", [address, "latest"]));
    expect(value("signer_balance", { address })).toBeCloseTo(Number(BigInt(wei)) / 1e18, 6);
    expect(value("signer_affordable_settlements", { address })).toBeGreaterThan(1_000);
    expect(value("signer_nonce_gap", { address })).toBe(1);
    expect(value("signer_halted", { address })).toBe(0);
  });

  it("counts calls to the chain's node", () => {
    const asked = (outcome: string) =>
      value("outgoing_call_duration_seconds_count", {
        to: "rpc",
        call: "eth_sendRawTransaction",
        outcome,
      });
    expect(asked("done")).toBeGreaterThanOrEqual(3);
    expect(asked("failed")).toBeUndefined();
  });
});

it("counts webhook attempts, and has the pending deliveries", () => {
  const attempts = (outcome: string) =>
    value("webhook_attempt_duration_seconds_count", { outcome });
  expect(attempts("delivered")).toBe(1);
  expect(attempts("failed")).toBeGreaterThanOrEqual(1);
  expect(attempts("given_up")).toBe(0);
  const pending = ["due", "scheduled"].map(
    (state) => value("webhook_deliveries_pending", { state }) ?? 0,
  );
  expect(pending.reduce((sum, count) => sum + count)).toBe(1);
  expect(value("webhook_late_seconds")).toBe(0);
});

it("has the waiting runs and the last success of each job", () => {
  const job_name = "reconcile-settlements";
  expect(value("job_last_success_timestamp_seconds", { job_name })).toBeGreaterThan(1.7e9);
  expect(value("job_duration_seconds_count", { job_name, outcome: "done" })).toBeGreaterThan(0);
  expect(
    value("job_last_success_timestamp_seconds", { job_name: "give-up-webhooks" }),
  ).toBeDefined();
  expect(value("jobs_waiting", { job_name: "renew-subscriptions" })).toBeDefined();
  expect(value("job_late_seconds", { job_name: "renew-subscriptions" })).toBeDefined();
});

it("has the process's build info, health, and the state of its metric sources", () => {
  expect(value("ready")).toBe(1);
  expect(value("build_info", { node: process.version })).toBe(1);
  for (const pool of ["requests", "usage"]) {
    // A pool that has been idle for ten seconds has none left.
    expect(value("db_connections", { pool })).toBeGreaterThanOrEqual(0);
    expect(value("db_connections_max", { pool })).toBeGreaterThan(0);
    expect(value("db_waiting", { pool })).toBe(0);
  }
  expect(value("log_lines_total", { level: "error" })).toBe(0); // none are written here
  for (const source of ["readiness", "settlements", "signers", "webhooks", "jobs"]) {
    expect(value("figures_up", { source })).toBe(1);
  }
  expect(metrics.value("process_cpu_user_seconds_total")).toBeGreaterThan(0);
  expect(metrics.value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
});

describe("every alert", () => {
  const operations = readFileSync(
    new URL("../../../../docs/operations.md", import.meta.url),
    "utf8",
  );
  const documented = [...operations.matchAll(/^\| `(Usance\w+)` \|/gm)].map(([, name]) => name);

  it.each(alerts().map((alert) => [alert.alert, alert] as const))(
    "%s queries existing metrics and links to its runbook",
    (name, { expr, annotations }) => {
      expect(missingIn(metrics, expr)).toEqual([]);
      expect(annotations.runbook).toBe("docs/operations.md#alerts");
      expect(documented).toContain(name);
    },
  );

  it("is documented and has a unique name", () => {
    expect(alerts().map(({ alert }) => alert)).toEqual(documented);
  });
});

describe("the dashboard", () => {
  it("queries existing metrics", () => {
    const missing = dashboard()
      .panels.flatMap(({ targets }) => targets)
      // Prometheus itself adds the process of a figure.
      .flatMap(({ expr }) => missingIn(metrics, expr));
    expect(missing).toEqual(["usance_database_node_up"]); // a single Postgres has none
  });

  it("shows every metric of the service", () => {
    const shown = dashboard()
      .panels.flatMap(({ targets }) => targets)
      .flatMap(({ expr }) => askedIn(expr))
      .map(({ metric }) => metric.replace(/_(bucket|sum|count)$/, ""));
    const known = [...metrics.types.keys()].filter((name) => name.startsWith("usance_"));
    const unseen = ["usance_figures_up"]; // it is only used by an alert
    expect(known.filter((name) => !shown.includes(name))).toEqual(unseen);
  });

  it("has unique panels that do not overlap", () => {
    const { panels } = dashboard();
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const [index, { gridPos: one, title }] of panels.entries()) {
      expect(one.x + one.w, title).toBeLessThanOrEqual(24);
      for (const { gridPos: other, title: name } of panels.slice(index + 1)) {
        const apart =
          one.x + one.w <= other.x ||
          other.x + other.w <= one.x ||
          one.y + one.h <= other.y ||
          other.y + other.h <= one.y;
        expect(apart, `${title} and ${name}`).toBe(true);
      }
    }
  });

  it("uses the selected Prometheus", () => {
    const { panels, templating } = dashboard();
    expect(templating.list).toMatchObject([{ name: "datasource", type: "datasource" }]);
    for (const { type, datasource, targets } of panels) {
      if (type === "row") continue;
      expect(datasource?.uid).toMatch(/^\$\{datasource\}$/);
      expect(targets.length).toBeGreaterThan(0);
    }
  });
});

describe("docs/observability.md", () => {
  const guide = readFileSync(new URL("../../../../docs/observability.md", import.meta.url), "utf8");

  it("lists exactly the service's metrics, with their labels", () => {
    const rows = guide.split("\n").filter((line) => line.startsWith("| "));
    const named = rows.flatMap((row) => [...row.matchAll(/`(usance_\w+)(?:\{([\w,]+)\})?`/g)]);
    const listed = new Map(named.map(([, name = "", labels]) => [name, labels?.split(",") ?? []]));
    const known = [...metrics.types.keys()].filter((name) => name.startsWith("usance_"));
    const wrong = known.filter((name) => {
      const samples = [...metrics.of(name), ...metrics.of(`${name}_count`)];
      const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
      return samples.length > 0 && sorted(labels) !== sorted(listed.get(name) ?? []);
    });

    expect([...listed.keys()].sort()).toEqual(known.sort());
    expect(wrong).toEqual([]);
  });

  it("says how a metric's name shows its type", () => {
    const wrong = [...metrics.types].filter(
      ([name, type]) => name.startsWith("usance_") && type !== typeOf(name),
    );

    expect(wrong).toEqual([]);
  });

  it("lists exactly the fields of the log", () => {
    const [, logs = ""] = /^## Logs$([\s\S]*?)^## /m.exec(guide) ?? [];
    const cells = [...logs.matchAll(/^\| (`.*?`) \| /gm)].map(([, cell = ""]) => cell);
    const listed = cells.flatMap((cell) => cell.replaceAll("`", "").split(", "));
    expect(listed.sort()).toEqual(Object.keys(logFields).sort());
  });
});

const sorted = (names: Iterable<string>): string => [...names].toSorted().join();

function typeOf(metric: string): string {
  if (metric.endsWith("_total")) return "counter";
  return /_duration_seconds$|_batch_events$/.test(metric) ? "histogram" : "gauge";
}

it("detects a wrong query", () => {
  expect(() => askedIn("sum by (le (usance_ready))")).toThrow("Not PromQL");
  expect(missingIn(metrics, "usance_redy")).toEqual(["usance_redy"]);
  expect(missingIn(metrics, 'sum by (nodes) (usance_build_info{version="1"})')).toEqual([
    "usance_build_info: nodes",
  ]);
});
