import { beforeAll, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { pageSize } from "../../db/due-page.ts";

const service = useService({ LOG_LEVEL: "error" });
const story = new Story(restDoor, service);

const stuckIds = Array.from({ length: pageSize }, (_, i) => `stuck-${i}`);

/** From now on Postgres refuses to change rows whose ids begin with "stuck". */
beforeAll(async () => {
  const { db } = service().parts;
  await db.$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'stuck'; END $$`;
  await db.$executeRaw`
    CREATE TRIGGER stuck BEFORE UPDATE ON invoices FOR EACH ROW WHEN (OLD.id LIKE 'stuck-%')
    EXECUTE FUNCTION refuse()`;
});

async function stuckInvoices(dueAt: Date): Promise<void> {
  const { db } = service().parts;
  const { id } = await story.anInvoice({});
  const { linkToken: _, ...like } = await db.invoice.findUniqueOrThrow({ where: { id } });
  const data = stuckIds.map((stuck) => ({ ...like, id: stuck, dueAt }));
  await db.invoice.createMany({ data });
}

it("expires the invoices after a page of failing ones, and reports each failure once", async () => {
  const { db, clock } = service().parts;
  await stuckInvoices(new Date(clock.now().getTime() + 60_000));
  const { id } = await story.anInvoice({ dueAt: service().clock.in(61) });
  service().clock.advance(62);

  await service().parts.due.advanceAll(service().parts, "invoices");

  expect((await db.invoice.findUniqueOrThrow({ where: { id } })).status).toBe("EXPIRED");
  const failures = service().logged.flatMap(({ id: failed }) => failed ?? []);
  expect(failures.sort()).toEqual(stuckIds.toSorted());
});
