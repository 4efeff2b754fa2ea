import { expect, onTestFinished, test } from "vitest";
import { type MailServer, refusal, startMailServer } from "../harness/mail-server.ts";
import { until } from "../harness/until.ts";
import { newInvoice, newSubscriber } from "../processes/calls.ts";
import { aStage, type Stage } from "./stage.ts";

/* Processes that are killed while they send e-mails. No e-mail may arrive twice, and none may be lost silently. */

async function aMailStage(): Promise<Stage & { readonly server: MailServer }> {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  const stage = await aStage({
    SMTP_URL: server.url,
    EMAIL_FROM: "billing@usance.example",
    EMAIL_DAILY_LIMIT: "1000",
  });
  return { ...stage, server };
}

/** Ends the leases of the killed process, which last for three minutes. */
const endLeases = ({ sql }: Stage) =>
  sql(
    "UPDATE emails SET leased_until = now() - interval '1 second' WHERE leased_until IS NOT NULL",
  );

const statuses = async ({ sql }: Stage) =>
  (await sql<{ status: string }>("SELECT status FROM emails")).map(({ status }) => status);

const never = () => new Promise<void>(() => {});

test("after a kill before the content is handed over, another process sends the e-mail", async () => {
  const stage = await aMailStage();
  const { server } = stage;
  let asked = 0;
  server.behavior = {
    onRecipient: () => {
      asked += 1;
      return never();
    },
  };
  const service = await stage.start();
  await newInvoice(service, await newSubscriber(service));
  await until(() => asked === 1);

  service.signal("SIGKILL");
  server.behavior = {};
  await endLeases(stage);
  await stage.start();

  await until(async () => (await statuses(stage))[0] === "SENT");
  expect(server.seen).toHaveLength(1);
});

test("after a kill while the mail server has the content, nobody sends the e-mail again", async () => {
  const stage = await aMailStage();
  const { server } = stage;
  let accept = () => {};
  server.behavior = {
    onContent: () =>
      new Promise<void>((resolve) => {
        accept = resolve;
      }),
  };
  const service = await stage.start();
  await newInvoice(service, await newSubscriber(service));
  await until(() => server.seen.length === 1);

  service.signal("SIGKILL");
  accept();
  await until(() => server.accepted.length === 1);
  await endLeases(stage);
  server.behavior = {};
  const next = await stage.start();

  await until(async () => (await statuses(stage))[0] === "UNCERTAIN");
  await newInvoice(next, await newSubscriber(next));
  await until(() => server.accepted.length === 2); // the new one's, which is sent again
  expect(new Set(server.seen.map(({ to }) => to[0])).size).toBe(2);
});

test("SIGTERM lets an e-mail that is being sent finish", async () => {
  const stage = await aMailStage();
  const { server } = stage;
  server.behavior = { onContent: () => new Promise((resolve) => setTimeout(resolve, 1_500)) };
  const service = await stage.start();
  await newInvoice(service, await newSubscriber(service));
  await until(() => server.seen.length === 1);

  service.signal("SIGTERM");
  await service.ended;

  expect(await statuses(stage)).toEqual(["SENT"]);
});

test("with two processes of which one is killed again and again, each e-mail arrives once", async () => {
  const stage = await aMailStage();
  const { server } = stage;
  let turn = 0;
  server.behavior = {
    onRecipient: () => {
      turn += 1;
      if (turn % 5 === 0) throw refusal(451, "Greylisted");
    },
    onContent: () => new Promise((resolve) => setTimeout(resolve, 40 * (turn % 4))),
  };
  const steady = await stage.start();
  const subscriber = await newSubscriber(steady);
  const written = 40;
  let victim = await stage.start();
  for (let count = 1; count <= written; count += 1) {
    await newInvoice(steady, subscriber);
    if (count % 20 !== 0) continue;
    victim.signal("SIGKILL");
    await victim.ended;
    await endLeases(stage);
    victim = await stage.start();
  }
  await until(async () => {
    await stage.sql(
      "UPDATE emails SET next_attempt_at = now() WHERE status = 'PENDING' AND leased_until IS NULL",
    );
    return !(await statuses(stage)).includes("PENDING");
  });

  const rows = await stage.sql<{ id: string; status: string }>("SELECT id, status FROM emails");
  expect(rows).toHaveLength(written);
  const idOf = (mail: MailServer["seen"][number]) =>
    /<(.*)@/.exec(mail.headers.get("message-id") ?? "")?.[1] ?? "";
  const arrived = server.seen.map(idOf);
  expect(new Set(arrived).size).toBe(arrived.length);
  const accepted = new Set(server.accepted.map(idOf));
  for (const { id, status } of rows) {
    expect(["SENT", "UNCERTAIN"]).toContain(status);
    if (status === "SENT") expect(accepted).toContain(id);
  }
  process.stdout.write(
    `${accepted.size} of ${written} e-mails arrived, ${rows.filter(({ status }) => status === "UNCERTAIN").length} uncertain\n`,
  );
}, 180_000);
