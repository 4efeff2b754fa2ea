import { Button, Term, Terms, Time } from "@usance/ui";
import { useId, useState } from "react";
import type { Portal, PortalApi, Subscriber } from "../api/portal-api.ts";
import { SubscriberForm } from "./subscriber-form.tsx";

interface DetailsPanelProps {
  readonly api: PortalApi;
  readonly portal: Portal;
  readonly onSubscriber: (subscriber: Subscriber) => void;
  readonly onSaid: (said: string) => void;
}

/** The subscriber's name and e-mail address, to be changed, and until when the link works. */
export function DetailsPanel({ api, portal, onSubscriber, onSaid }: DetailsPanelProps) {
  const { subscriber, expiresAt } = portal;
  const [isChanging, setChanging] = useState(false);
  const headingId = useId();
  const done = (changed: Subscriber | null) => {
    setChanging(false);
    if (changed === null) return;
    onSubscriber(changed);
    onSaid("Your name and e-mail address are saved.");
  };
  return (
    <section className="subscription" aria-labelledby={headingId}>
      <h2 id={headingId}>Your details</h2>
      {isChanging ? (
        <SubscriberForm api={api} subscriber={subscriber} onDone={done} />
      ) : (
        <>
          <Terms>
            <Term name="Name">
              {subscriber.name === null ? "Not given" : <bdi>{subscriber.name}</bdi>}
            </Term>
            <Term name="E-mail">{subscriber.email}</Term>
            <Term name="Link expires">
              <Time at={expiresAt} />
            </Term>
          </Terms>
          {subscriber.isChangeable && (
            <Button kind="quiet" onClick={() => setChanging(true)}>
              Change name or e-mail
            </Button>
          )}
        </>
      )}
    </section>
  );
}
