import { expect, test } from "vitest";
import { restDoor } from "../../api/test/harness/doors.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { aSeller, Story } from "../../api/test/harness/story.ts";
import { expectGoodState } from "../../checkout/test/harness/state.ts";
import { onLoopback, originOf, signedIn, useBrowser } from "./harness.ts";

const service = useService({ ...payments, ...onLoopback });
const browser = useBrowser();

test.each(["GMT", "EST5EDT", "Etc/Unknown", "Mars/Olympus"])(
  "a browser in the zone %s gets charts by UTC, and is told so",
  async (zone) => {
    const seller = await aSeller(service);
    const story = new Story(restDoor, service, seller);
    await story.done("usageEvents.create", story.usageOf(await story.aSubscription()));
    const page = await signedIn(browser(), service, seller);
    // A browser on such a machine says so; an emulated one maps most names to others.
    await page.addInitScript((timeZone) => {
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone };
      };
    }, zone);

    for (const path of ["", "/usage"]) {
      await page.goto(`${originOf(service())}/dashboard${path}`);
      await page.getByText(`the time zone of your browser, ${zone}: days here begin`).waitFor();
      await page.getByText("1 in 1 events").first().waitFor();
      expect(await page.getByRole("alert").filter({ hasText: "timeZone" }).count()).toBe(0);
    }
    if (zone === "GMT") await expectGoodState(page, "dashboard-zone");
  },
);
