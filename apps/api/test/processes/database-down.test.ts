import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "@usance/local-stack";
import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { call } from "./calls.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";

const chain = useChain();

const error = "The database is unavailable. Try again later.";

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly reason?: string;
  readonly err?: { readonly message: string };
}

/** A service whose own Postgres is killed after its first response. */
async function withoutDatabase() {
  const postgres = await startPostgres({ durable: false });
  const environment = await productionEnvironment(chain(), { DATABASE_URL: postgres.url });
  const service = await listening(environment);
  const unused = await call(service, "POST", "/api-keys", { name: "later", scopes: ["*"] });
  expect(unused).toMatchObject({ status: 201 });
  await postgres.kill();
  const lines = () =>
    service
      .out()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line): Line => JSON.parse(line));
  const { password } = new URL(postgres.url);
  return { service, lines, password, unusedKey: unused.body.apiKey.secret };
}

test("every call is 503 with Retry-After, over REST and tRPC", async () => {
  const { service, unusedKey } = await withoutDatabase();
  const owner = { email: "dev@example.com" };
  const input = encodeURIComponent(JSON.stringify({ serviceId: "none" }));
  const headers = { Authorization: `Bearer ${service.key}` };

  const answers = [
    await call(service, "GET", "/services"),
    await call(service, "GET", "/services/none"),
    await call(service, "POST", "/services", { name: "A", status: "ACTIVE", owner }),
    await call({ ...service, key: unusedKey }, "GET", "/services"),
  ];
  const single = await fetch(`${service.url}/trpc/services.get?input=${input}`, { headers });
  const health = await fetch(`${service.url}/health`);

  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, body: { error } });
    expect(answer.headers.get("retry-after")).toBe("5");
  }
  expect(single.status).toBe(503);
  expect(single.headers.get("retry-after")).toBe("5");
  expect(await single.json()).toMatchObject({
    error: { message: error, data: { code: "SERVICE_UNAVAILABLE", httpStatus: 503 } },
  });
  expect(health.status).toBe(200);
});

test("asked again and again, it says once that it is not ready", async () => {
  const { service, lines } = await withoutDatabase();
  const unready = () => lines().filter(({ msg }) => msg === "not ready");

  for (let asked = 0; asked < 4; asked += 1) {
    expect((await fetch(`${service.url}/ready`)).status).toBe(503);
    await sleep(600); // a response is shared for a second
  }

  expect(unready()).toMatchObject([
    {
      reason: "The database does not answer.",
      // The first check may be under way while the database ends.
      err: { message: expect.stringMatching(/reach|terminating connection/) },
    },
  ]);
  expect(lines().filter((line) => "route" in line && line.route === "/ready")).toEqual([]);
});

test("every line of the log says why, those of the jobs too, and none holds the password", async () => {
  const { service, lines, password } = await withoutDatabase();
  await call(service, "GET", "/services");
  const jobs = [
    "due jobs could not be claimed",
    "webhook deliveries could not be claimed",
    "reconciler failed",
  ];

  await until(() => jobs.every((job) => lines().some(({ msg }) => msg === job)));

  const failures = lines().filter(({ level, msg }) => level >= 40 && msg !== "request answered");
  // pg says the last of these of a query that was waiting for the connection that broke.
  const why = /ECONNREFUSED|ECONNRESET|reach database server|terminat|connection error/;
  for (const { err } of failures) expect(err?.message).toMatch(why);
  expect(service.out()).not.toContain(password);
});
