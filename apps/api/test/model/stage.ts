import { randomBytes } from "node:crypto";
import { forgetOldAnswers } from "../../src/operation/access/idempotency/once.ts";
import type { Parts } from "../../src/operation/ports/parts.ts";
import { topUpLowBalances } from "../../src/settlements/auto-top-ups/top-up-low-balances.ts";
import { isPaused, registryPause } from "../harness/chain.ts";
import { type Answer, doors, restDoor } from "../harness/doors.ts";
import { type TestService, testKey } from "../harness/service.ts";
import type { Sent } from "./drafts.ts";
import type { Input } from "./model-call.ts";
import type { Id, Moment, Tenant } from "./world.ts";

/** The service's jobs, by their names in the model. */
const jobs: Readonly<Record<string, (parts: Parts) => Promise<void>>> = {
  "expire-checkout-sessions": (parts) => parts.due.advanceAll(parts, "checkoutSessions"),
  "expire-invoices": (parts) => parts.due.advanceAll(parts, "invoices"),
  "renew-subscriptions": (parts) => parts.due.advanceAll(parts, "subscriptions"),
  "expire-credits-and-holds": (parts) => parts.due.advanceAll(parts, "balances"),
  "top-up-balances": topUpLowBalances,
  "forget-answers": forgetOldAnswers,
};

/** The field of a page with its records. */
const recordsOf = (operation: string): string | undefined =>
  operation === "balances.entries" ? "balanceEntries" : /^(\w+)\.list$/.exec(operation)?.[1];

/** The service under test, as one run sees it. */
export class Stage {
  readonly #service: TestService;
  readonly #answers: Map<string, number>;
  readonly #keys = new Map<Tenant, string>([[null, testKey]]);
  /** A part of the e-mail addresses, keys and references of this run, which no other run has. */
  readonly run = randomBytes(5).toString("hex");

  /** @param answers counts the responses by status */
  constructor(service: TestService, answers: Map<string, number>) {
    this.#service = service;
    this.#answers = answers;
  }

  setTime(now: Moment): void {
    this.#service.clock.set(new Date(now).toISOString());
  }

  async runJob(name: string): Promise<void> {
    const job = jobs[name];
    if (job === undefined) throw new Error(`The service has no job ${name}.`);
    await job(this.#service.parts);
  }

  /** Whether the chain refuses settlements from now on. */
  async pause(paused: boolean): Promise<void> {
    if ((await isPaused(this.#service)) !== paused) await registryPause(this.#service, paused);
  }

  /** Creates an API key of a seller. */
  async admit(userId: Id): Promise<void> {
    const input = { name: "model", userId, scopes: ["*"] };
    const { status, body } = await restDoor.call(this.#service.url, "apiKeys.create", input);
    if (status !== 201) throw new Error(`There is no key: ${JSON.stringify(body)}`);
    this.#keys.set(userId, body.apiKey.secret);
  }

  /** Calls the service. All pages of a list are returned as one response. */
  async send(sent: Sent): Promise<Answer> {
    const list = recordsOf(sent.operation);
    const first = await this.#call(sent, sent.input);
    const status = String(first.status);
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1);
    if (list === undefined || first.status !== 200) return first;
    const rows: unknown[] = [...first.body[list]];
    for (let cursor = first.body.nextCursor; typeof cursor === "string"; ) {
      const page = await this.#call(sent, { ...sent.input, cursor });
      const isFull = page.status === 200 && page.body[list].length > 0;
      if (!isFull) throw new Error(`${sent.operation} goes on with ${JSON.stringify(page.body)}`);
      rows.push(...page.body[list]);
      cursor = page.body.nextCursor;
    }
    return { ...first, body: { [list]: rows } };
  }

  #call({ door, operation, tenant, idempotencyKey }: Sent, input: Input): Promise<Answer> {
    const key = this.#keys.get(tenant);
    const through = doors.find(({ name }) => name === door);
    if (key === undefined || through === undefined)
      throw new Error("A caller has a key and a door.");
    const headers = idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey };
    return through.call(this.#service.url, operation, input, key, headers);
  }
}
