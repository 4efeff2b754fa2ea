import { expect, it } from "vitest";
import {
  bindingColumns,
  boundToOthers,
  copyEventWithAnothers,
} from "../../test/harness/copied-event.ts";
import { onCitus } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);

it.skipIf(onCitus)(
  "the database refuses an event with the id of another record, unless it is Citus",
  () =>
    forRows(bindingColumns, async (column) => {
      const ours = await story.anInvoice();
      const theirs = await story.anInvoice();
      const { id: subscriptionId } = ours.subscription;
      const usageEvent = await story.aUsageEvent(
        { ...ours, id: subscriptionId },
        { invoiceId: ours.id },
      );

      await expect(
        copyEventWithAnothers(service().databaseUrl, usageEvent.id, column, theirs),
      ).rejects.toThrow(boundToOthers);
    }),
);
