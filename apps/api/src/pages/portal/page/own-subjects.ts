import { z } from "zod";
import { omittable, requiredBoolean } from "../../../kit/fields.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { pageOperation } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import { subject, usageUnderWay } from "../../../schemas/limits.ts";
import { PortalSubscription, portalLinkRefusals } from "../../../schemas/portal.ts";
import { quoteTooSlow } from "../../../schemas/quotes.ts";
import { SubjectPage, stoppedBy, subjectPage, tooManyStops } from "../../../schemas/subjects.ts";
import { subscriptionNotActive, subscriptionNotFound } from "../../../schemas/subscriptions.ts";
import { loadOwnSubscription } from "../../../subscriptions/load-subscription.ts";
import { findStoppers, startUsage, stopUsage } from "../../../usage/limits/stops.ts";
import { waitForRecorders } from "../../../usage/limits/store.ts";
import { readSubjects } from "../../../usage/subjects/list-subjects.ts";
import { changeAtPortal, loadPortal, requirePortalLink } from "../portal-sessions/load-portal.ts";

export const listOwnSubjects = pageOperation(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/subjects",
  {
    name: "portal.subjects",
    cost: "large",
    summary: "List the subjects of the subscriber's subscription, with what each has used",
    description:
      "As `GET /subjects` lists them, and who has stopped all usage of the subscription.",
    refusals: { ...portalLinkRefusals, subscriptionNotFound, quoteTooSlow, tooManyRequests },
    input: PortalSubscription.extend(subjectPage),
    output: SubjectPage.extend({
      stoppedBy: stoppedBy().meta({ description: "Who has stopped all usage; empty: nobody" }),
    }),
    run: async (work, { portalToken, subscriptionId, ...query }) => {
      const at = await loadPortal(work, portalToken, "portal.subjects");
      const own = { id: subscriptionId, userId: at.userId };
      return readSubjects(at, await loadOwnSubscription(at, own), query);
    },
  },
);

const StopAtPortal = PortalSubscription.extend({
  subject: omittable(subject()).meta({
    description: "The subject that is stopped or started. Default: all usage of the subscription",
    example: "agent-7",
  }),
  isStopped: requiredBoolean().meta({
    description: "`true`: usage is refused from now on. `false`: it is admitted again",
    example: true,
  }),
});

const OneStop = z.object({
  stop: z
    .object({
      subject: z.string().nullable().meta({
        description: "What is stopped or started; null: all usage of the subscription",
        example: "agent-7",
      }),
      stoppedBy: stoppedBy().meta({ example: ["SUBSCRIBER"] }),
    })
    .meta({ id: "PortalStop", description: "Who stops some usage of a subscription." }),
});

/** Starting works whatever the state of the subscription is. */
export const stopOwnUsage = pageOperation(
  "POST /portal/{portalToken}/subscriptions/{subscriptionId}/stop",
  {
    name: "portal.stop",
    summary:
      "Stop the usage of a subject or of all the subscriber's subscription, or start it again",
    description:
      "From this answer on, usage that occurs after the stop is refused with `limit_reached` of the limit `stopped-by-subscriber`, and so are holds for it. What occurred before, and the calls for which a hold was placed before, are still recorded. Sending it again returns the same answer. Limits of the seller stay as they are.",
    beforeBody: requirePortalLink,
    refusals: {
      ...portalLinkRefusals,
      subscriptionNotFound,
      subscriptionNotActive,
      tooManyStops,
      usageUnderWay,
      tooManyRequests,
    },
    input: StopAtPortal,
    output: OneStop,
    run: async (work, { portalToken, subscriptionId, subject = null, isStopped }) => {
      const at = await loadPortal(work, portalToken, "portal.stop");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      if (isStopped && subscription.status !== "ACTIVE") throw new Refusal(subscriptionNotActive);
      const change = isStopped ? stopUsage : startUsage;
      await changeAtPortal(at, async ({ tx, now }) =>
        (await change({ tx, now }, { subscription, subject })) ? subscription : null,
      );
      if (isStopped) await waitForRecorders(at.db);
      const stoppers = await findStoppers(at.db, subscription, subject === null ? [] : [subject]);
      return { stop: { subject, stoppedBy: stoppers(subject) } };
    },
  },
);
