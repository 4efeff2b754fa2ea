import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { toolsOf } from "../../src/server/mcp/tools.ts";
import { operations } from "../../src/server/router.ts";
import { type Assistant, modernAssistant } from "../harness/assistants.ts";
import { linkTokenOf } from "../harness/dashboard.ts";
import { restDoor } from "../harness/doors.ts";
import { aPortal } from "../harness/portal.ts";
import { payments, useService, withEmails } from "../harness/service.ts";
import { aSeller, Story } from "../harness/story.ts";
import { inputs } from "./inputs.ts";

/* Every tool succeeds with an input that its schema allows, and no answer has a secret of the seller. */

const service = useService({ ...payments, ...withEmails });
const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });

it("each tool answers a call that its schema allows, without secrets", async () => {
  const seller = await aSeller(service);
  const story = new Story(restDoor, service, seller);
  const secrets = [seller.key, ...(await secretsOf(story))];
  const assistant = await modernAssistant(service().url, { key: seller.key });
  for (const [name, { operation, definition }] of toolsOf(operations)) {
    const input = { ...(await inputs[operation.name]?.(story)), confirm: true };
    const isValid = ajv.validate(definition.inputSchema, structuredClone(input));
    expect(isValid, `${name}: ${ajv.errorsText()}`).toBe(true);
    const answer = await called(assistant, name, input);
    expect(answer.isError, `${name}: ${JSON.stringify(answer.content)}`).toBeFalsy();
    for (const secret of secrets) expect(JSON.stringify(answer)).not.toContain(secret);
  }
});

/** The input without `confirm` for the tools that do not ask, which would refuse it. */
function called({ call }: Assistant, name: string, { confirm, ...input }: { confirm: boolean }) {
  const { asks } = toolsOf(operations).get(name) ?? {};
  return call(name, asks ? { ...input, confirm } : input);
}

/** What lets its holder in: an API key, a webhook secret, and links to the portal and the dashboard. */
async function secretsOf(story: Story): Promise<string[]> {
  const { userId } = await story.aSubscription();
  const { apiKey } = await story.done("apiKeys.create", {
    ...{ name: "other", scopes: ["invoices:read"] },
  });
  const endpoint = await story.aWebhookEndpoint();
  const { dashboardSession } = await story.done("dashboardSessions.create", {});
  const all = [apiKey.secret, endpoint.secret, await aPortal(story, userId)];
  const secrets = [...all, linkTokenOf(dashboardSession)];
  expect(secrets).toEqual(Array(4).fill(expect.stringMatching(/^\S{30,}$/)));
  return secrets;
}
