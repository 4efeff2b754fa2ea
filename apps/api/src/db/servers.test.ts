import { expect, inject, it, onTestFinished } from "vitest";
import { until } from "../../test/harness/until.ts";
import { NoServer, Servers } from "./servers.ts";

/* The whole of it, with standbys and promotions, is in test/processes/failover.test.ts. */

const waits = { isReadOnly: false, timeline: 1, standbyNames: "*", commit: "on" };

/** Servers whose only one has accepted a connection, and how often all connections were ended. */
async function accepted(url: string) {
  const servers = new Servers(url, { synchronousStandbys: 1 });
  onTestFinished(() => servers.close());
  const server = await servers.find();
  servers.accept(server, waits);
  const ended = { times: 0 };
  servers.onMove(() => {
    ended.times += 1;
  });
  return { servers, server, ended };
}

it("ends all connections when a new one finds that commits do not wait for a standby any more", async () => {
  const { servers, server, ended } = await accepted("postgres://u@127.0.0.1:1/none");

  expect(() => servers.accept(server, { ...waits, standbyNames: "" })).toThrow(NoServer);

  expect([ended.times, servers.isUsed(server)]).toEqual([1, false]);
});

it("ends all connections when commits stop waiting for a standby after a connection failed", async () => {
  // The run's Postgres has no standbys.
  const { servers, server, ended } = await accepted(inject("postgresUrl"));

  servers.forget(server);
  servers.watch();

  await until(() => ended.times > 0);
});
