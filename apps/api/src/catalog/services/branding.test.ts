import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();

const branding = {
  logoUrl: "https://example.com/logo.png",
  color: "#2563EB",
  supportUrl: "https://example.com/support",
  termsUrl: "https://example.com/terms",
  privacyUrl: "https://example.com/privacy",
};
const shown = { ...branding, color: "#2563eb" };

describe("the branding of a service", () => {
  const story = new Story(restDoor, service);

  it("is stored, shown with the service, replaced as a whole, and removed", async () => {
    const { id: serviceId, ...created } = await story.aService({ branding });
    const update = async (change: object) =>
      (await story.done("services.update", { serviceId, ...change })).service.branding;

    expect(created.branding).toEqual(shown);
    expect((await story.done("services.get", { serviceId })).service.branding).toEqual(shown);
    expect(await update({ name: "Maps" })).toEqual(shown);
    expect(await update({ branding: { color: "#000000" } })).toEqual({
      logoUrl: null,
      color: "#000000",
      supportUrl: null,
      termsUrl: null,
      privacyUrl: null,
    });
    expect(await update({ branding: {} })).toBeNull();
  });

  it("is shown at checkout and on invoices, with the logo's path on the service", async () => {
    const subscription = await story.aSubscription();
    const { serviceId, paymentPlanId, userId } = subscription;
    await story.done("services.update", { serviceId, branding });
    const { checkoutSession } = await story.done("checkoutSessions.create", {
      serviceId,
      paymentPlanId,
    });
    const of = { serviceId, paymentPlanId, userId, amount: "1", status: "OPEN" };
    const { invoice } = await story.done("invoices.create", of);
    const linkToken = invoice.url.split("/").at(-1);
    const { logoUrl: _, ...rest } = shown;
    const logoPath = expect.stringMatching(new RegExp(`^/logos/${serviceId}/[0-9a-f]{16}$`));

    const { checkout } = await story.done("checkout.view", {
      checkoutSessionId: checkoutSession.id,
    });
    const linked = (await story.done("invoiceLinks.view", { linkToken })).invoice;

    expect(checkout.service.branding).toEqual({ logoPath, ...rest });
    expect(linked.service.branding).toEqual({ logoPath, ...rest });
  });

  it("refuses a field that is unknown or breaks its rule", async () => {
    const { id: serviceId } = await story.aService();
    await forRows(
      [
        [{ color: "blue" }, "branding.color must be # and six hex digits."],
        [{ color: "#12345" }, "branding.color must be # and six hex digits."],
        [
          { logoUrl: "http://example.com/a.png" },
          "branding.logoUrl must be an https or localhost URL.",
        ],
        [
          { termsUrl: "javascript:alert(1)" },
          "branding.termsUrl must be an https or localhost URL.",
        ],
        [{ supportUrl: 5 }, "branding.supportUrl must be a string."],
        [{ font: "Comic Sans" }, "branding.font is not a known parameter."],
        ["blue", "branding must be an object."],
      ],
      async (bad, error) => {
        expect(await story.refusal("services.update", { serviceId, branding: bad })).toBe(
          `400 ${error}`,
        );
      },
    );
  });
});
