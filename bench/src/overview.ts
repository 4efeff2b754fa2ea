import { type UsanceClient, usanceClient } from "@usance/sdk";
import { fill } from "./fill.ts";
import { machine, machineLine } from "./machine.ts";
import { say } from "./progress.ts";
import { keepJson, rounded } from "./results.ts";
import { medianOf } from "./run.ts";
import { aKeyOf, anOpenInvoice, apiKey, aSubscriber } from "./service.ts";
import { openStage } from "./stage.ts";
import { textTable } from "./text-table.ts";
import { withClient } from "./with-client.ts";

interface Options {
  /** Of the seller that has some; 1,000 for each subscription. */
  readonly events: number;
  readonly rounds: number;
}

/** A seller whose overview is opened. */
interface Seller {
  readonly key: string;
  readonly serviceId: string;
}

const dayMs = 86_400_000;
/** Rounds that are not counted: connections, plans and caches are new in them. */
const warmUps = 5;

/**
 * The calls of the dashboard's overview, all at once, for a seller with many usage events in the month and for one without
 * any, in turn on one service.
 *
 * @returns a table; the same goes to bench/results/overview.json
 */
export async function benchOverview({ events, rounds }: Options): Promise<string> {
  const stage = await openStage();
  try {
    const { url } = await stage.service();
    const client = usanceClient({ baseUrl: url, apiKey });
    const none = await aSeller(client, "none@example.com");
    const original = await aSubscriber(client);
    const invoiceId = await anOpenInvoice(client, original, "1");
    const many = await keyOf(client, original.serviceId);
    const subscriptions = Math.ceil(events / 1_000);
    say(`Overview: recording ${(subscriptions * 1_000).toLocaleString("en")} events`);
    await fill(
      stage.databaseUrl,
      { ...original, invoiceId },
      { subscriptions, used: subscriptions, billed: false },
    );
    say("Overview: waiting until they are added up");
    const addedUpMs = await addedUp(stage.databaseUrl);
    const lines = [];
    for (const { name, paths } of callsOf()) {
      say(`Overview: ${name}`);
      lines.push({ name, ...(await compare(url, paths, { many, none }, rounds)) });
    }
    const result = { machine: machine(), events, rounds, addedUpMs, lines };
    await keepJson("overview.json", result);
    return tableOf(result);
  } finally {
    await stage.stop();
  }
}

async function aSeller(client: UsanceClient, email: string): Promise<Seller> {
  const service = { name: "Weather API", status: "ACTIVE", owner: { email } } as const;
  return keyOf(client, (await client.services.create(service)).id);
}

async function keyOf(client: UsanceClient, serviceId: string): Promise<Seller> {
  const { ownerId } = await client.services.get({ serviceId });
  return { key: await aKeyOf(client, ownerId), serviceId };
}

/** Waits until the service has added up all events. @returns how long it took, in milliseconds */
function addedUp(databaseUrl: string): Promise<number> {
  const begin = performance.now();
  return withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ done: boolean }>(
        `SELECT older_are_added AND NOT EXISTS (
                  SELECT FROM usage_events WHERE transaction_id > through) AS done
           FROM usage_sums_progress`,
      );
      if (rows[0]?.done === true) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    await client.query("VACUUM ANALYZE usage_sums");
    return Math.round(performance.now() - begin);
  });
}

/** The calls of the page (apps/dashboard/src/pages/overview), and the one among them that reads usage. */
function callsOf(): { name: string; paths(of: Seller): string[] }[] {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const query = (from: number, to: number) => {
    const [since, until] = [from, to].map((days) => new Date(today + days * dayMs).toISOString());
    return `from=${since}&to=${until}&timeZone=Europe/Berlin`;
  };
  const month = query(-29, 1);
  const series = (of: string) => `usage-events/series?${month}&interval=day${of}`;
  return [
    {
      name: "overview",
      paths: ({ serviceId }) => [
        `reports/settled?${month}`,
        `reports/settled?${query(-59, -29)}`,
        "services",
        "settlements?status=SUBMITTED&limit=10",
        "invoices?status=OPEN&limit=100",
        "events?type=invoice.payment_failed&limit=20",
        "events?limit=12",
        "webhook-endpoints?limit=50",
        series(`&serviceId=${serviceId}&limit=3`),
      ],
    },
    { name: "usage of the service", paths: ({ serviceId }) => [series(`&serviceId=${serviceId}`)] },
    { name: "usage of the seller", paths: () => [series("")] },
  ];
}

interface Sides {
  readonly many: Seller;
  readonly none: Seller;
}

/** Medians over the rounds; of the ratio, that of each round by itself. */
async function compare(
  url: string,
  paths: (of: Seller) => string[],
  { many, none }: Sides,
  rounds: number,
) {
  const shots = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const first = round % 2 === 0 ? many : none;
    const one = await timed(url, paths(first), first);
    const second = first === many ? none : many;
    const other = await timed(url, paths(second), second);
    const [manyMs, noneMs] = first === many ? [one, other] : [other, one];
    shots.push({ manyMs, noneMs, ratio: manyMs / noneMs });
  }
  const counted = shots.slice(warmUps);
  return {
    manyMs: rounded(medianOf(counted.map(({ manyMs }) => manyMs))),
    noneMs: rounded(medianOf(counted.map(({ noneMs }) => noneMs))),
    ratio: rounded(medianOf(counted.map(({ ratio }) => ratio))),
  };
}

/** Makes all calls at once. @returns until the last answer was read, in milliseconds */
async function timed(url: string, paths: readonly string[], { key }: Seller): Promise<number> {
  const begin = performance.now();
  await Promise.all(
    paths.map(async (path) => {
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await fetch(`${url}/api/v1/${path}`, { headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
    }),
  );
  return performance.now() - begin;
}

const tableOf = (result: {
  readonly machine: ReturnType<typeof machine>;
  readonly events: number;
  readonly addedUpMs: number;
  readonly lines: readonly {
    readonly name: string;
    readonly manyMs: number;
    readonly noneMs: number;
    readonly ratio: number;
  }[];
}) =>
  [
    `${machineLine(result.machine)}; added up within ${rounded(result.addedUpMs / 1_000)} s`,
    textTable([
      ["ms", `${result.events.toLocaleString("en")} events`, "no events", "ratio"],
      ...result.lines.map(({ name, manyMs, noneMs, ratio }) =>
        [name, manyMs, noneMs, ratio].map(String),
      ),
    ]),
    "",
  ].join("\n");
