import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { merchantAddress, Story } from "../../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);

describe("creating a service", () => {
  const email = (name: string) => `${name}@example.com`;

  it("answers 201 with the service, its new owner and no plans", async () => {
    const owner = { email: email("ada"), name: "Ada" };

    const answer = await story.call("services.create", { name: "Maps", description: "d", owner });

    expect(answer.status).toBe(201);
    const created = answer.body.service;
    expect(created).toEqual({
      id: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
      name: "Maps",
      description: "d",
      status: "DRAFT",
      payoutAddress: null,
      branding: null,
      logoProblem: null,
      testClockId: null,
      portal: { allowsCancel: true },
      ownerId: created.owner.id,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: created.createdAt,
      owner: { id: expect.any(String), email: email("ada"), name: "Ada", role: "DEVELOPER" },
      paymentPlans: [],
    });
  });

  it("stores what subscribers may do in the portal, and refuses what is no such setting", async () => {
    const portal = { allowsCancel: false };
    expect(await story.aService({ portal })).toMatchObject({ portal });
    for (const [bad, error] of [
      [{ allowsCancel: "no" }, "portal.allowsCancel must be true or false."],
      [true, "portal must be an object."],
    ]) {
      const input = { name: "A", owner: { email: email("portal") }, portal: bad };
      expect(await story.refusal("services.create", input)).toBe(`400 ${error}`);
    }
  });

  it("stores the payout address, and refuses an invalid one", async () => {
    const payoutAddress = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    expect(await story.aService({ payoutAddress })).toMatchObject({ payoutAddress });
    for (const bad of ["0x3C44", `0x${"0".repeat(40)}`, 5]) {
      const input = { name: "A", owner: { email: email("pay") }, payoutAddress: bad };
      expect(await story.refusal("services.create", input)).toBe(
        "400 payoutAddress must be a valid address.",
      );
    }
  });

  it("checks the checksum of a payout address in mixed case", () =>
    forRows(
      [
        ["0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", 201],
        ["0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc", 201],
        ["0x3C44CDDDB6A900FA2B585DD299E03D12FA4293BC", 201],
        ["0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BD", 400], // one digit
        ["0x3c44CdDdB6a900fa2b585dd299e03d12FA4293BC", 400], // one case
        ["0x4C44CdDdB6a900fa2b585dd299e03d12FA4293BC", 400],
      ],
      async (payoutAddress, status) => {
        const input = { name: "A", owner: { email: email("checksum") }, payoutAddress };
        const answer = await story.call("services.create", input);
        expect(answer.status).toBe(status);
        if (status === 201) {
          expect(answer.body.service.payoutAddress).toBe(payoutAddress);
          const { id: serviceId } = answer.body.service;
          const wrong = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BD";
          expect(await story.refusal("services.update", { serviceId, payoutAddress: wrong })).toBe(
            "400 payoutAddress must have the EIP-55 checksum that its mixed case says it has. Check every character.",
          );
        }
      },
    ));

  it("links the owner of a known e-mail, in any case, without changing it", async () => {
    const first = await story.aService({ owner: { email: email("Bea"), role: "PAYER" } });

    const second = await story.aService({
      owner: { email: email("Bea").toUpperCase(), name: "Other", role: "DEVELOPER" },
    });

    expect(second.owner).toEqual(first.owner);
    expect(second.owner).toMatchObject({ email: email("Bea"), name: null, role: "PAYER" });
  });

  it("takes a blank name of the owner for no name", async () => {
    const owner = { email: email("blank"), name: "  " };

    expect((await story.aService({ owner })).owner.name).toBeNull();
  });

  it("prefers ownerId if both are given", async () => {
    const { owner } = await story.aService();

    const created = await story.aService({ ownerId: owner.id, owner: { email: email("cy") } });

    expect(created.ownerId).toBe(owner.id);
  });

  it("creates one owner for twenty equal e-mails at once", async () => {
    const owner = { email: email("many") };

    const created = await Promise.all(Array.from({ length: 20 }, () => story.aService({ owner })));

    expect(new Set(created.map(({ ownerId }) => ownerId)).size).toBe(1);
  });

  it("refuses an input that breaks a rule", () =>
    forRows(
      [
        [{ name: "x".repeat(201) }, "name must be at most 200 characters."],
        [{ name: "a\0" }, "name must not contain null characters."],
        [{ name: 5 }, "name must be a string."],
        [{ name: " " }, "name is required."],
        [
          { name: "A", description: "x".repeat(2001) },
          "description must be at most 2000 characters.",
        ],
        [{ name: "A", owner: { email: "no" } }, "owner.email must be a valid email address."],
        [{ name: "A", owner: { role: "BOSS" } }, "owner.role must be one of: DEVELOPER, PAYER."],
        [{ name: "A", owner: "Ada" }, "owner must be an object."],
        [{ name: "A", ownerId: " ", owner: { email: "" } }, "ownerId or owner.email is required."],
        [{ name: "A", ownerId: null, owner: null }, "ownerId or owner.email is required."],
      ],
      async (input, error) => {
        expect(await story.refusal("services.create", input)).toBe(`400 ${error}`);
      },
    ));
});

describe("changing a service", () => {
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

it("lists all services newest first, with owners and plans", async () => {
  const before = (await story.done("services.list")).services;
  const first = await story.aService();
  const second = await story.aService();
  const plan = await story.aPlan(first.id);

  expect(await story.done("services.list")).toEqual({
    services: [second, { ...first, paymentPlans: [plan] }, ...before],
  });
});

/* A change is answered with objects that the schema has converted; a GET's text comes from Postgres. */

describe("the text of a service", () => {
  it("is what its schema makes of a service, of few fields and of all", () =>
    forRows(
      [
        ["nothing but its name", {}],
        [
          "every field",
          {
            description: 'Forecasts "by the \\ hour" \u2028 \u{1f600}',
            payoutAddress: merchantAddress,
            branding: { color: "#3355ff", supportUrl: "https://example.com/help?a=1&b=2" },
            portal: { allowsCancel: false },
          },
        ],
      ],
      async (_, fields) => {
        const { id: serviceId } = await story.aService();
        await story.aPlan(serviceId);
        await story.aPlan(serviceId, { billingInterval: "MONTH", unit: "request" });

        const changed = await story.done("services.update", { serviceId, ...fields });

        const read = await story.done("services.get", { serviceId });
        expect(JSON.stringify(read)).toBe(JSON.stringify(changed));
        expect(read.service.paymentPlans).toHaveLength(2);
      },
    ));
});
