import type { UsanceClient } from "@usance/sdk";
import { Pool } from "pg";
import type { Child } from "./child.ts";
import { type Names, singleEvents } from "./events.ts";
import { posts } from "./requests.ts";
import { inTurns, type Shots } from "./rounds.ts";
import { httpSide, type Side } from "./sides.ts";
import { restSide } from "./singles.ts";
import type { Stage } from "./stage.ts";

/** What the sides of charged events are called. */
export const chargedNames = {
  spread: "charged, each subscriber's balance",
  hot: "charged, one balance",
  textbook: "charged, Fastify and pg",
  textbookHot: "charged, Fastify and pg, one balance",
  hold: "hold",
  commit: "commit of a hold",
  commitEvent: "commit of a hold, with its event",
} as const;

const eventsPath = "/api/v1/usage-events";

/** More than a run spends. */
const credit = "100000000";

/** A subscriber with a balance. */
type Prepaid = Names & { readonly balanceId: string };

/**
 * Events that are charged to balances, the same by the textbook's transaction (lock, insert, update), and holds with
 * their commits, beside events without a charge.
 *
 * @param options.connections callers at once
 */
export async function measureCharged(
  stage: Stage,
  service: Child,
  client: UsanceClient,
  names: readonly Names[],
  options: {
    readonly rounds: number;
    readonly seconds: number;
    readonly connections: number;
  },
): Promise<Shots> {
  const { rounds, seconds, connections } = options;
  const prepaid: Prepaid[] = [];
  for (const one of names) prepaid.push(await withBalance(client, one));
  const textbook = await stage.peer("textbook");
  const pool = new Pool({ connectionString: stage.databaseUrl, max: 1 });
  const sides = [
    restSide(service, names),
    chargedSide(chargedNames.spread, service, prepaid),
    chargedSide(chargedNames.hot, service, prepaid.slice(0, 1)),
    chargedSide(chargedNames.textbook, textbook, prepaid),
    chargedSide(chargedNames.textbookHot, textbook, prepaid.slice(0, 1)),
    holdSide(service, prepaid),
    commitSide(chargedNames.commit, service, pool, () => '{"amount":"0.01"}'),
    commitSide(chargedNames.commitEvent, service, pool, commitsWithEvents()),
  ];
  const shots = await inTurns("Charged events", sides, rounds, { connections, seconds });
  await Promise.all([textbook.stop(), pool.end()]);
  return shots;
}

async function withBalance(client: UsanceClient, names: Names): Promise<Prepaid> {
  const { serviceId, userId } = names;
  const { id: balanceId } = await client.balances.create({ serviceId, userId });
  await client.balances.grant({ balanceId, amount: credit, reason: "Credit" });
  return { ...names, balanceId };
}

const chargedSide = (name: string, server: Child, all: readonly Prepaid[]): Side =>
  httpSide(name, [server], {
    requestOf: posts(
      eventsPath,
      singleEvents(all, ({ balanceId }) => ({ balanceId, charge: "0.01" })),
    ),
    status: 201,
  });

function holdSide(service: Child, all: readonly Prepaid[]): Side {
  const begin = Date.now().toString(36);
  let made = 0;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const bodyOf = () => {
    made += 1;
    const { balanceId = "" } = all[made % all.length] ?? {};
    const key = begin + String(made).padStart(10, "0");
    return JSON.stringify({ balanceId, key, amount: "0.02", expiresAt });
  };
  return httpSide(chargedNames.hold, [service], {
    requestOf: posts("/api/v1/holds", bodyOf),
    status: 201,
  });
}

/** A hold that is in place, and a subscription whose usage it can pay for. */
interface Held {
  readonly id: string;
  readonly subscriptionId: string;
}

const held = `
  SELECT hold.id, subscription.id AS "subscriptionId"
    FROM balance_holds hold
    JOIN balances balance ON balance.id = hold.balance_id
    JOIN subscriptions subscription
      ON subscription.service_id = balance.service_id AND subscription.user_id = balance.user_id
   WHERE hold.status = 'HELD'`;

/** Commits the holds that the other side has placed; it must have placed enough. */
function commitSide(name: string, service: Child, pool: Pool, bodyOf: (of: Held) => string): Side {
  let left: Held[] = [];
  const requestOf = () => {
    const next = left.pop();
    if (next === undefined) throw new Error("Fewer holds were placed than are committed.");
    return posts(`/api/v1/holds/${next.id}/commit`, () => bodyOf(next))();
  };
  const side = httpSide(name, [service], { requestOf, status: 200 });
  return {
    name: side.name,
    shoot: async ({ connections, seconds }) => {
      left = (await pool.query<Held>(held)).rows;
      return side.shoot({ connections, seconds: seconds / 4 });
    },
  };
}

function commitsWithEvents(): (of: Held) => string {
  const begin = Date.now().toString(36);
  let made = 0;
  return ({ subscriptionId }) => {
    made += 1;
    const eventKey = `commits:${begin}${String(made).padStart(10, "0")}`;
    return JSON.stringify({
      amount: "0.01",
      usageEvent: { subscriptionId, eventKey, quantity: "1" },
    });
  };
}
