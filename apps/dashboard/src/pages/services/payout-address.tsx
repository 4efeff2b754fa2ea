import { Aside, Button, Copyable, Field, Note, Problem, Section, Term, Terms } from "@usance/ui";
import { type FormEvent, useState } from "react";
import type { Service } from "../../api/records.ts";
import { messageOf } from "../../ui/answer.tsx";
import { useChange } from "./use-change.ts";

interface PayoutAddressProps {
  readonly service: Service;
  readonly mayWrite: boolean;
}

/** Where the money of a service goes. A change is asked about once more, with both addresses. */
export function PayoutAddress({
  service: { id: serviceId, payoutAddress },
  mayWrite,
}: PayoutAddressProps) {
  const [next, setNext] = useState("");
  const [isAsked, setAsked] = useState(false);
  const change = useChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAsked) return setAsked(true);
    change.mutate(
      { serviceId, payoutAddress: next.trim() },
      {
        onSuccess: () => {
          setNext("");
          setAsked(false);
        },
      },
    );
  };
  return (
    <Section heading="Payout address">
      {payoutAddress === null ? (
        <Note>Nobody can pay at checkout: the service has no payout address.</Note>
      ) : (
        <Terms>
          <Term name="Subscribers pay to">
            <Copyable what="payout address" text={payoutAddress} />
          </Term>
        </Terms>
      )}
      {mayWrite && (
        <form className="form" onSubmit={submit}>
          <Field
            label={payoutAddress === null ? "Payout address" : "New payout address"}
            value={next}
            onChange={(value) => {
              setNext(value);
              setAsked(false);
            }}
            hint="An address on the settlement chain that you control. Payments cannot be taken back."
          />
          {isAsked && (
            <Note>
              From now on, subscribers pay to <code>{next.trim()}</code>
              {payoutAddress !== null && (
                <>
                  {" "}
                  and no longer to <code>{payoutAddress}</code>
                </>
              )}
              . Check every character.
            </Note>
          )}
          <Problem text={change.error === null ? null : messageOf(change.error)} />
          <div className="section-actions">
            <Button
              type="submit"
              kind={isAsked ? "danger" : "quiet"}
              isSmall
              isBusy={change.isPending}
            >
              {isAsked ? "Change the payout address" : "Change the payout address…"}
            </Button>
            {isAsked && (
              <Button kind="quiet" isSmall onClick={() => setAsked(false)}>
                Cancel
              </Button>
            )}
          </div>
        </form>
      )}
      {!mayWrite && <Aside>Your session cannot change the payout address.</Aside>}
    </Section>
  );
}
