import type { z } from "zod";
import type { Queryable } from "../../db/client.ts";
import { Prisma, type RateCard as RateCardRow } from "../../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../db/list-page.ts";
import type { Page } from "../../kit/lists.ts";
import { ownedBy, type Tenant } from "../../kit/tenant.ts";
import type { Components } from "../../schemas/rate-cards.ts";

const { sql } = Prisma;

export type RateCard = Omit<RateCardRow, "components"> & {
  readonly components: z.input<typeof Components>;
};

/** Every row was written by insertRateCard. */
const readCard = (row: RateCardRow): RateCard => ({
  ...row,
  components: row.components as unknown as RateCard["components"],
});

export async function insertRateCard(
  db: Queryable,
  { components, ...data }: RateCard,
): Promise<RateCard> {
  const json = components as unknown as Prisma.InputJsonValue;
  return readCard(await db.rateCard.create({ data: { ...data, components: json } }));
}

export async function findRateCard(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<RateCard | null> {
  const row = await db.rateCard.findUnique({ where: { id, ...ownedBy(tenant) } });
  return row && readCard(row);
}

/** The newest version of a plan's card, whether it is in effect or not. */
export async function findNewestCard(
  db: Queryable,
  paymentPlanId: string,
): Promise<RateCard | null> {
  const row = await db.rateCard.findFirst({
    where: { paymentPlanId },
    orderBy: { version: "desc" },
  });
  return row && readCard(row);
}

/** The card that prices the periods of a plan that begin at a time. Of cards with one start, the newest version. */
export async function findCardInEffect(
  db: Queryable,
  paymentPlanId: string,
  at: Date,
): Promise<RateCard | null> {
  const row = await db.rateCard.findFirst({
    where: { paymentPlanId, effectiveFrom: { lte: at } },
    orderBy: [{ effectiveFrom: "desc" }, { version: "desc" }],
  });
  return row && readCard(row);
}

/** A plan, and when a period of it begins. */
export interface PlanAt {
  readonly paymentPlanId: string;
  readonly at: Date;
}

/** Finds for each plan the card that prices a period which begins at a time, and the first card that replaces it. */
export async function findOfferedCards(
  db: Queryable,
  plans: readonly PlanAt[],
): Promise<RateCard[][]> {
  const found = await db.$queryRaw<{ id: string; place: bigint }[]>`
    SELECT card.id, one.place
      FROM unnest(
             ${plans.map(({ paymentPlanId }) => paymentPlanId)}::text[],
             ${plans.map(({ at }) => at)}::timestamptz[]
           ) WITH ORDINALITY one (plan, at, place)
      CROSS JOIN LATERAL (
        (SELECT id, 0 AS rank FROM rate_cards
          WHERE payment_plan_id = one.plan AND effective_from <= one.at
          ORDER BY effective_from DESC, version DESC LIMIT 1)
        UNION ALL
        (SELECT id, 1 FROM rate_cards
          WHERE payment_plan_id = one.plan AND effective_from > one.at
          ORDER BY effective_from, version DESC LIMIT 1)
      ) card
     ORDER BY one.place, card.rank`;
  const rows = await db.rateCard.findMany({ where: { id: { in: found.map(({ id }) => id) } } });
  const cards = new Map(rows.map((row) => [row.id, readCard(row)]));
  return plans.map((_, index) =>
    found
      .filter(({ place }) => place === BigInt(index + 1))
      .flatMap(({ id }) => cards.get(id) ?? []),
  );
}

/** All cards of a plan, the first version first. */
export async function findCardsOfPlan(db: Queryable, paymentPlanId: string): Promise<RateCard[]> {
  const rows = await db.rateCard.findMany({
    where: { paymentPlanId },
    orderBy: { version: "asc" },
  });
  return rows.map(readCard);
}

const list = {
  table: sql`rate_cards`,
  owner: { column: sql`owner_id` },
  filters: { paymentPlanId: idIn(sql`payment_plans`, sql`payment_plan_id`) },
};

export function findRateCards(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<RateCard>> {
  return readPage(db, list, tenant, query, async (tx, ids) => {
    const of = { where: { id: { in: ids } }, orderBy: newestFirst };
    return (await tx.rateCard.findMany(of)).map(readCard);
  });
}
