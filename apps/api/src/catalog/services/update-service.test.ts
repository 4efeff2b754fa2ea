import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();

describe("changing a service", () => {
  const story = new Story(restDoor, service);

  it("changes only the given fields", async () => {
    const before = await story.aService({ description: "old" });

    const { service: after } = await story.done("services.update", {
      serviceId: before.id,
      name: "New",
      status: "DISABLED",
    });

    expect(after).toEqual({
      ...before,
      name: "New",
      status: "DISABLED",
      updatedAt: after.updatedAt,
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  it("allows any status change", async () => {
    const { id: serviceId } = await story.aService();
    for (const status of ["DISABLED", "DRAFT", "ACTIVE", "DRAFT", "DISABLED", "ACTIVE"]) {
      const { service: after } = await story.done("services.update", { serviceId, status });
      expect(after.status).toBe(status);
    }
  });
});
