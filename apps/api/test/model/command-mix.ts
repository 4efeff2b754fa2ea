import fc, { type Arbitrary } from "fast-check";
import { Ask, AskWhilePaused, type Command, Wait } from "./commands.ts";
import { again, type Draft, place } from "./drafts.ts";
import * as request from "./requests.ts";
import { jobNames } from "./rules/jobs.ts";

/* The commands and their weights. Payments on the chain take longest. */

type Weighted<T> = readonly (readonly [weight: number, arbitrary: Arbitrary<T>])[];

const mixOf = <T>(weighted: Weighted<T>): Arbitrary<T> =>
  fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const anything = mixOf<Draft>([
  [2, request.createService],
  [2, request.updateService],
  [3, request.createPlan],
  [8, request.createSession],
  [9, request.completeSession()],
  [1, request.cancelSession()],
  [2, request.cancelSubscription()],
  [12, request.createUsageEvent()],
  [3, request.createBatch()],
  [9, request.createInvoice()],
  [3, request.finalizeInvoice()],
  [1, request.voidInvoice()],
  [2, request.createSettlement()],
  [4, request.voidUsageEvent()],
  [4, request.createCreditNote()],
  [4, request.refundCreditNote()],
  [1, request.createBalance],
  [1, request.updateBalance()],
  [4, request.grantCredit()],
  [3, request.topUp()],
  [1, request.setAutoTopUp()],
  [1, request.removeAutoTopUp()],
  [7, request.createHold()],
  [6, request.commitHold()],
  [2, request.releaseHold()],
  [5, again],
  [1, request.getService()],
  [2, request.getSession()],
  [3, request.getSubscription()],
  [2, request.getUsageEvent()],
  [3, request.getInvoice()],
  [1, request.getCreditNote()],
  [2, request.getSettlement()],
  [2, request.getBalance()],
  [1, request.getAutoTopUp()],
  [2, request.getHold()],
]);

/** The newest records of a noun, which several callers use at once. */
const newest = fc.constant(0);
const some = (drafts: Arbitrary<Draft>) => fc.array(drafts, { minLength: 2, maxLength: 4 });

/** Several callers spend one balance, and end one hold. */
const spenders = mixOf<Draft>([
  [3, request.createUsageEvent(newest)],
  [2, request.createBatch(newest)],
  [3, request.createHold(newest)],
  [4, request.commitHold(newest)],
  [2, request.releaseHold(newest)],
  [2, request.voidUsageEvent(newest)],
  [1, request.refundCreditNote(newest)],
  [1, request.grantCredit(newest)],
  [1, request.updateBalance(newest)],
  [1, request.getBalance(newest)],
]);

const rivals = mixOf<readonly Draft[]>([
  // Several identical calls at once, as callers repeat them when they get no response.
  [
    4,
    fc.tuple(anything, fc.integer({ min: 2, max: 4 })).map(([draft, count]) => twins(draft, count)),
  ],
  [3, some(anything)],
  [
    3,
    some(
      mixOf([
        [4, request.completeSession(newest)],
        [2, request.cancelSession(newest)],
        [1, request.getSession(newest)],
        [1, request.createSession],
      ]),
    ),
  ],
  [
    3,
    some(
      mixOf([
        [4, request.createUsageEvent(newest)],
        [2, request.createBatch(newest)],
        [1, request.cancelSubscription(newest)],
        [2, request.getSubscription(newest)],
        [1, request.createInvoice(newest)],
      ]),
    ),
  ],
  [4, some(spenders)],
  [
    2,
    some(
      mixOf([
        [3, request.createSettlement(newest)],
        [2, request.voidInvoice(newest)],
        [1, request.finalizeInvoice(newest)],
        [2, request.getInvoice(newest)],
        [1, request.createUsageEvent(newest)],
        [2, request.voidUsageEvent(newest)],
        [3, request.createCreditNote(newest)],
        [2, request.refundCreditNote(newest)],
      ]),
    ),
  ],
]);

const twins = (draft: Draft, count: number): Draft[] =>
  Array.from({ length: count }, (_, index) => ({
    ...draft,
    callIn: (scene) => {
      const call = draft.callIn(scene);
      return index % 2 === 0 ? call : { ...call, door: call.door === "REST" ? "tRPC" : "REST" };
    },
  }));

const hour = 3_600_000;
const wait = fc
  .record({
    leap: fc.oneof(
      { weight: 6, arbitrary: fc.constant("due" as const) },
      { weight: 4, arbitrary: fc.constantFrom(1_000, hour, 24 * hour, 8 * 24 * hour) },
      { weight: 1, arbitrary: fc.constant(33 * 24 * hour) },
    ),
    beyondMs: fc.constantFrom(0, 0, -1, 1),
    jobs: fc.boolean(),
  })
  .map(({ leap, beyondMs, jobs }) => new Wait(leap, beyondMs, jobs));

const jobs = fc.array(fc.constantFrom(...jobNames), { maxLength: 1 });

export const command: Arbitrary<Command> = mixOf<Command>([
  [20, anything.map((draft) => new Ask([draft]))],
  [2, request.lists.map((draft) => new Ask([draft]))],
  [9, fc.tuple(rivals, jobs).map(([drafts, running]) => new Ask(drafts, running))],
  [4, wait],
  [1, some(request.createSettlement(place)).map((drafts) => new AskWhilePaused(new Ask(drafts)))],
]);
