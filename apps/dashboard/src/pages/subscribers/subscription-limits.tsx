import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Aside, Button, Field, LimitMeter, limitText } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Limit, Subscription } from "../../api/records.ts";
import { Answer } from "../../ui/answer.tsx";
import { fieldErrors } from "../../ui/field-errors.ts";
import { actionWords, scopeWords } from "../../words/limits.ts";

interface SubscriptionLimitsProps {
  readonly subscription: Subscription;
}

/** How much is used of each limit of a subscription; nothing if no limit applies to it. */
export function SubscriptionLimits({ subscription }: SubscriptionLimitsProps) {
  const { id, serviceId } = subscription;
  const { data } = useQuery(trpc.limits.list.queryOptions({ serviceId, limit: 100 }));
  if (data === undefined) return null;
  // What is not on the first page may be of this subscription.
  const isAny = (is: (limit: Limit) => boolean) =>
    data.nextCursor !== null ||
    data.limits.some((one) => (one.subscriptionId ?? id) === id && is(one));
  if (!isAny(() => true)) return null;
  return <Used subscriptionId={id} hasSubjects={isAny(({ scope }) => scope === "subject")} />;
}

/** Stops of the subscriber are shown with the subjects. */
const isOfSeller = ({ limit }: { readonly limit: Limit }) => limit.setBy === "SELLER";

interface UsedProps {
  readonly subscriptionId: string;
  /** Whether each subject has limits of its own. */
  readonly hasSubjects: boolean;
}

function Used({ subscriptionId, hasSubjects }: UsedProps) {
  const [typed, setTyped] = useState("");
  const [subject, setSubject] = useState("");
  const usage = useQuery({
    ...trpc.limits.usage.queryOptions({ subscriptionId, ...(subject !== "" && { subject }) }),
    placeholderData: keepPreviousData,
  });
  const refusal = fieldErrors(usage.error, new Set(["subject"])).at("subject");
  return (
    <div className="form">
      <h3>Limits</h3>
      {refusal === undefined && (
        <Answer of={usage}>
          {({ limits }) => (
            <div className="columns">
              {limits.filter(isOfSeller).map(({ limit, used, remaining, resetsAt }) => (
                <LimitMeter
                  key={limit.id}
                  name={limit.name}
                  {...{ limit, used, remaining, resetsAt }}
                >
                  <Aside>
                    {scopeWords(limit)}: {limitText(limit)}
                    {limit.action === "NOTIFY" && `. ${actionWords.NOTIFY}`}
                  </Aside>
                </LimitMeter>
              ))}
            </div>
          )}
        </Answer>
      )}
      {hasSubjects && (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            setSubject(typed.trim());
          }}
        >
          <div className="fields">
            <Field
              label="Subject: a user or an agent"
              isOptional
              value={typed}
              onChange={setTyped}
              error={refusal}
            />
            <div>
              <Button
                type="submit"
                kind="quiet"
                isSmall
                isBusy={subject !== "" && usage.isFetching}
              >
                Show the subject's limits
              </Button>
            </div>
          </div>
        </form>
      )}
    </div>
  );
}
