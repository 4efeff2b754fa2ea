import { expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { secretsCommand } from "../../cli/secrets-command.ts";
import { sealWith } from "../../lib/seal.ts";

const [older, newer, other] = ["1a".repeat(32), "2b".repeat(32), "3c".repeat(32)];
const service = useService({ WEBHOOK_SECRETS_KEY: older });
const story = new Story(restDoor, service);
const reseal = (...keys: string[]) =>
  secretsCommand(["reseal"], { WEBHOOK_SECRETS_KEY: keys.join(",") })(service().parts);

it("needs the older key no more once all secrets are sealed with the newer one", async () => {
  const { id, secret } = await story.aWebhookEndpoint();
  const rotated = await story.done("webhookEndpoints.rotateSecret", { webhookEndpointId: id });

  expect(await reseal(newer, older)).toBe(
    "The secrets of 1 webhook endpoints are sealed with the first key.",
  );

  const where = { id };
  const stored = await service().parts.db.webhookEndpoint.findUniqueOrThrow({ where });
  const { open } = sealWith([newer]);
  expect(open(stored.secret, id)).toBe(rotated.webhookEndpoint.secret);
  expect(open(stored.previousSecret ?? "", id)).toBe(secret);
});

it("changes nothing when a key is not there", async () => {
  await expect(reseal(other)).rejects.toThrow(
    "Nothing was changed: The key that sealed it is not there.",
  );
  expect(await reseal(other, newer)).toMatch(/^The secrets of 1 /);
});

it.each([
  [[], {}, /^Usage:/],
  [["reseal", "all"], {}, /^Usage:/],
  [["reseal"], {}, /^WEBHOOK_SECRETS_KEY is not set/],
  [["reseal"], { WEBHOOK_SECRETS_KEY: "short" }, /is no key\.$/],
])("%j with %j is refused in words", (words, environment, message) => {
  expect(() => secretsCommand(words, environment)).toThrow(message);
});
