import type { Queryable } from "../../db/client.ts";
import { listText, objectText, stringText } from "../../db/json-text.ts";
import { runStatement } from "../../db/statements.ts";
import { type Asked, ofAsked } from "../../kit/tenant.ts";
import { Branding } from "../../schemas/branding.ts";
import { Plan } from "../../schemas/plans.ts";
import { Service } from "../../schemas/services.ts";
import { User } from "../../schemas/users.ts";
import { foundServices, plansOfService } from "./store.ts";

/** A service as the JSON of its answer. */
interface ServiceText {
  readonly id: string;
  readonly ownerId: string;
  readonly text: string;
}

/** The column has only the fields that were given. */
const branding = Object.keys(Branding.shape)
  .map((field) => `"${field}":' || ${stringText(`service.branding->'${field}'`)}`)
  .join(" || ',");

const find = {
  name: "find_service_texts",
  text: `SELECT service.id, service.owner_id AS "ownerId", ${objectText(
    "service",
    "Service",
    Service,
    {
      branding: `CASE WHEN service.branding IS NULL THEN 'null' ELSE '{${branding} || '}' END`,
      portal: `'{"allowsCancel":' || service.portal_allows_cancel::text || '}'`,
      testClockId: stringText(
        "(SELECT placed.test_clock_id FROM services_on_test_clocks placed WHERE placed.service_id = service.id)",
      ),
      owner: objectText("owner", "User", User),
      paymentPlans: listText(objectText("one", "PaymentPlan", Plan), plansOfService),
    },
  )} AS text ${foundServices}`,
};

/** @returns one service for each request, in order; null where the tenant has no such service */
export async function findServiceTexts(
  db: Queryable,
  asked: readonly Asked[],
): Promise<(ServiceText | null)[]> {
  const ids = asked.map(({ id }) => id);
  return ofAsked(await runStatement<ServiceText>(db, find, [ids]), asked);
}
