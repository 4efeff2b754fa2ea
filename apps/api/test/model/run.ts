import fc from "fast-check";
import { restDoor } from "../harness/doors.ts";
import type { TestService } from "../harness/service.ts";
import { ask, type Command, nameRenewals } from "./commands.ts";
import type { Sent } from "./drafts.ts";
import type { Input } from "./model-call.ts";
import { jobNames } from "./rules/jobs.ts";
import type { Scene } from "./scene.ts";
import { Stage } from "./stage.ts";
import { type Id, newWorld, type Tenant } from "./world.ts";

/** The end of a month, so that months of other lengths follow. */
const beginnings = [
  "2026-01-31T12:00:00.000Z",
  "2028-01-31T23:59:59.999Z",
  "2026-12-30T00:00:00.000Z",
];
export const beginning = fc.constantFrom(...beginnings);
/** Earlier than every record, so that nothing is due before it. */
export const firstBeginning = new Date(Math.min(...beginnings.map((iso) => Date.parse(iso))));

const call = (operation: string, tenant: Tenant, input: Input): Sent => ({
  operation,
  tenant,
  input,
  door: "REST",
  idempotencyKey: null,
});

/**
 * One run: two sellers whom nobody else knows, the commands, and a final comparison of all records with the model.
 *
 * @throws Error with all events of the run, when a response differs from the model
 */
export async function runModel(
  service: TestService,
  answers: Map<string, number>,
  beginsAt: string,
  commands: Iterable<Command>,
): Promise<void> {
  const stage = new Stage(service, answers);
  const now = Date.parse(beginsAt);
  const scene: Scene = { run: stage.run, sellers: [], history: [], told: [], world: newWorld(now) };
  stage.setTime(now);
  try {
    await stage.pause(false); // a run that failed may have left it paused
    await begin(scene, stage);
    await fc.asyncModelRun(async () => ({ model: scene, real: stage }), commands);
    await compareAll(scene, stage);
  } catch (error) {
    const told = scene.told.map((line) => `- ${line}`).join("\n");
    throw new Error(`${error instanceof Error ? error.message : error}\nThe run:\n${told}`);
  } finally {
    await endSubscriptions(scene, service);
  }
}

/** Creates two sellers, each with a service, a plan that renews, its subscriber, and a balance with credit. */
async function begin(scene: Scene, stage: Stage): Promise<void> {
  const askAll = (calls: readonly Sent[]) => ask(scene, stage, calls);
  const owners = ["first", "second"].map((name) => ({ email: `${name}-${scene.run}@example.com` }));
  const service = { name: "Weather API", status: "ACTIVE" };
  await askAll(owners.map((owner) => call("services.create", null, { ...service, owner })));
  const services = [...scene.world.services.values()];
  for (const { ownerId } of services) {
    await stage.admit(ownerId);
    scene.sellers.push({ id: ownerId });
  }
  const terms = [
    { pricingType: "FIXED_RECURRING", billingInterval: "MONTH", amount: "9.99" },
    { pricingType: "USAGE_BASED", billingInterval: "WEEK", amount: "0.0025" },
  ];
  const plans = services.map(({ id: serviceId, ownerId }, index) =>
    call("plans.create", ownerId, { serviceId, name: "Basic", ...terms[index] }),
  );
  await askAll(plans);
  const sessions = [...scene.world.plans.values()].map(({ id: paymentPlanId, serviceId }) =>
    call("checkoutSessions.create", null, { serviceId, paymentPlanId }),
  );
  await askAll(sessions);
  const user = { email: `subscriber-${scene.run}@example.com` };
  const completions = [...scene.world.sessions.keys()].map((checkoutSessionId) =>
    call("checkoutSessions.complete", null, { checkoutSessionId, user }),
  );
  await askAll(completions);
  const balances = [...scene.world.subscriptions.values()].map(({ serviceId, userId }) =>
    call("balances.create", null, { serviceId, userId }),
  );
  await askAll(balances);
  const grants = [...scene.world.balances.keys()].map((balanceId) =>
    call("balances.grant", null, { balanceId, amount: "5", reason: "Welcome credit" }),
  );
  await askAll(grants);
}

/** Compares every list of both sellers, and of the services that belong to neither, with the model. */
async function compareAll(scene: Scene, stage: Stage): Promise<void> {
  await ask(scene, stage, [], jobNames);
  await nameRenewals(scene, stage);
  const { world, sellers } = scene;
  const ids = sellers.map(({ id }) => id);
  const services = [...world.services.values()];
  const others = services.filter(({ ownerId }) => !ids.includes(ownerId));
  const nouns = ["checkoutSessions", "subscriptions", "usageEvents", "invoices", "settlements"];
  const ledgers = [...world.balances.keys()].flatMap((balanceId) => [
    call("balances.entries", null, { balanceId, limit: 1000 }),
    ...(world.autoTopUps.has(balanceId) ? [call("balances.autoTopUp", null, { balanceId })] : []),
  ]);
  const holds = [...world.holds.keys()].map((holdId) => call("holds.get", null, { holdId }));
  const calls = [
    ...ids.map((id) => call("services.list", id, {})), // with their plans
    ...others.map(({ id }) => call("plans.list", null, { serviceId: id })),
    ...ledgers,
    ...holds,
    ...[...nouns, "creditNotes", "balances"].flatMap((noun) => [
      ...ids.map((id) => call(`${noun}.list`, id, { limit: 100 })),
      ...others.map(({ id }) => call(`${noun}.list`, null, { serviceId: id, limit: 100 })),
    ]),
  ];
  // Applies all due changes, so that no list changes what another shows.
  await Promise.all(calls.map((one) => ask(scene, stage, [one])));
}

/** Otherwise the jobs of every later run would renew these subscriptions. */
async function endSubscriptions({ world }: Scene, { url }: TestService): Promise<void> {
  const active = [...world.subscriptions.values()].filter(({ status }) => status === "ACTIVE");
  await Promise.all(
    active.map(({ id }: { readonly id: Id }) =>
      restDoor.call(url, "subscriptions.cancel", { subscriptionId: id }),
    ),
  );
}
