import { Button, Field, Problem } from "@usance/ui";
import { type FormEvent, useState } from "react";
import type { PortalApi, Subscriber } from "../api/portal-api.ts";
import { useAction } from "../ui/use-action.ts";

interface SubscriberFormProps {
  readonly api: PortalApi;
  readonly subscriber: Subscriber;
  /** Called with the new value; null: nothing was changed. */
  readonly onDone: (changed: Subscriber | null) => void;
}

/** Name and e-mail address, to be changed. */
export function SubscriberForm({ api, subscriber, onDone }: SubscriberFormProps) {
  const [name, setName] = useState(subscriber.name ?? "");
  const [email, setEmail] = useState(subscriber.email);
  const { isBusy, problem, run } = useAction();
  const save = (event: FormEvent) => {
    event.preventDefault();
    run(async (signal) => onDone(await api.changeSubscriber({ name, email }, signal)));
  };
  return (
    <form className="form" noValidate onSubmit={save}>
      <Field label="Name" autoComplete="name" isOptional value={name} onChange={setName} />
      <Field
        label="E-mail"
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        hint="Mail goes here. When you subscribe again, use the address that you signed up with."
      />
      <Problem text={problem} />
      <div className="actions">
        <Button type="submit" isBusy={isBusy}>
          Save
        </Button>
        <Button kind="quiet" onClick={() => onDone(null)}>
          Keep as it is
        </Button>
      </div>
    </form>
  );
}
