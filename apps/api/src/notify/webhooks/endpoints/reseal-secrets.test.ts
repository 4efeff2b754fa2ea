import { expect, it } from "vitest";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { useService } from "../../../../test/harness/service.ts";
import { Story } from "../../../../test/harness/story.ts";
import { usance } from "../../../../test/harness/usance.ts";
import { sealWith } from "../../../kit/seal.ts";

const [older, newer, other] = ["1a".repeat(32), "2b".repeat(32), "3c".repeat(32)];
const service = useService({ WEBHOOK_SECRETS_KEY: older });
const story = new Story(restDoor, service);
const reseal = (...keys: string[]) =>
  usance(["secrets", "reseal"], {
    DATABASE_URL: service().databaseUrl,
    WEBHOOK_SECRETS_KEY: keys.join(","),
  });

it("makes the older key unnecessary once all secrets are sealed with the newer one", async () => {
  const { id, secret } = await story.aWebhookEndpoint();
  const rotated = await story.done("webhookEndpoints.rotateSecret", { webhookEndpointId: id });

  expect(await reseal(newer, older)).toEqual({
    code: 0,
    lines: ["The secrets of 1 webhook endpoints are sealed with the first key."],
    notes: [],
  });

  const where = { id };
  const stored = await service().parts.db.webhookEndpoint.findUniqueOrThrow({ where });
  const { open } = sealWith([newer]);
  expect(open(stored.secret, id)).toBe(rotated.webhookEndpoint.secret);
  expect(open(stored.previousSecret ?? "", id)).toBe(secret);
});

it("changes nothing if a key is missing", async () => {
  expect(await reseal(other)).toEqual({
    code: 1,
    lines: [],
    notes: ["Nothing was changed: The key that sealed it is not there."],
  });
  expect(await reseal(other, newer)).toMatchObject({ code: 0 });
});

it("usance secrets without a key, or with a wrong one, fails with a message", () =>
  forRows(
    [
      [{}, /^WEBHOOK_SECRETS_KEY is not set/],
      [{ WEBHOOK_SECRETS_KEY: "short" }, /is not a key\.$/],
    ],
    async (environment, message) => {
      const ran = await usance(["secrets", "reseal"], environment);

      expect(ran.code).toBe(1);
      expect(ran.notes.join("\n")).toMatch(message);
    },
  ));
