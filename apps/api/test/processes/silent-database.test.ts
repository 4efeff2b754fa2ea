import { expect, onTestFinished, test } from "vitest";
import { startPostgresProxy } from "../harness/postgres-proxy.ts";
import { call } from "./calls.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";

const chain = useChain();

test("every caller is answered while the database hangs, and served after it recovers", async () => {
  const environment = await productionEnvironment(chain());
  const proxy = await startPostgresProxy(environment.DATABASE_URL);
  onTestFinished(proxy.close);
  const service = await listening({ ...environment, DATABASE_URL: proxy.url });
  const paths = ["/services", "/services/none", "/invoices"];
  const more = Array.from({ length: 30 }, () => "/services/none"); // more than there are connections

  proxy.delay(Number.POSITIVE_INFINITY);
  const calls = [...paths, ...more].map((path) => call(service, "GET", path));
  const answers = await Promise.all(calls);
  const { status } = await fetch(`${service.url}/ready`);
  proxy.delay(0);

  const error = "The database is unavailable. Try again later.";
  const failed = { status: 503, body: { error } };
  expect(answers).toMatchObject(answers.map(() => failed));
  expect(status).toBe(503);
  expect(await call(service, "GET", "/services")).toMatchObject({ status: 200 });
});
