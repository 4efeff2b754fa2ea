import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  Button,
  Choice,
  Field,
  NumberField,
  Problem,
  quantityText,
  Time,
  typedNumber,
} from "@usance/ui";
import { useEffect, useRef, useState } from "react";
import { trpc } from "../../api/client.ts";
import type { UsageEvent } from "../../api/records.ts";
import { fieldErrors } from "../../ui/field-errors.ts";
import { Form } from "../../ui/form.tsx";

interface VoidFormProps {
  readonly event: UsageEvent;
  readonly onDone: () => void;
}

const isFormField = (path: string) =>
  ["reason", "replacement.eventKey", "replacement.quantity"].includes(path);

/** Voids a usage event, and records the right one in the same step if there is one. */
export function VoidForm({ event, onDone }: VoidFormProps) {
  const { id: usageEventId, eventKey, quantity, occurredAt, user } = event;
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [reason, setReason] = useState("");
  const [isReplaced, setReplaced] = useState(false);
  const [replacement, setReplacement] = useState({ eventKey: `${eventKey}:1`, quantity: "" });
  const voiding = useMutation(
    trpc.usageEvents.void.mutationOptions({
      onSuccess: onDone,
      onSettled: () => queries.invalidateQueries(trpc.usageEvents.pathFilter()),
    }),
  );
  const errors = fieldErrors(voiding.error, isFormField);
  // The form stands below the list: the person is taken to it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Form
      error={voiding.error}
      onSubmit={() => {
        const { eventKey: key, quantity: typed } = replacement;
        voiding.mutate({
          ...{ usageEventId, reason },
          ...(isReplaced && { replacement: { eventKey: key, quantity: typedNumber(typed) } }),
        });
      }}
    >
      <h3 ref={heading} tabIndex={-1}>
        Void an event
      </h3>
      <p>
        <strong>{eventKey}</strong>: {quantityText(quantity)} by {user.email}, at{" "}
        <Time at={occurredAt} />. The event stays in the list, but it no longer counts. You cannot
        undo this.
      </p>
      <Field
        label="Reason"
        value={reason}
        onChange={setReason}
        error={errors.at("reason")}
        hint="Why the event is wrong, in one line."
      />
      <Choice
        label="Record the right event instead"
        hint="It has the same subscription and time."
        isChecked={isReplaced}
        onChange={setReplaced}
      />
      {isReplaced && (
        <div className="fields">
          <Field
            label="New key"
            value={replacement.eventKey}
            onChange={(value) => setReplacement({ ...replacement, eventKey: value })}
            error={errors.at("replacement.eventKey")}
            hint="A subscription records each key once."
          />
          <NumberField
            label="Right quantity"
            value={replacement.quantity}
            onChange={(value) => setReplacement({ ...replacement, quantity: value })}
            error={errors.at("replacement.quantity")}
          />
        </div>
      )}
      <Problem text={errors.rest} />
      <div className="section-actions">
        <Button type="submit" kind="danger" isSmall isBusy={voiding.isPending}>
          Void the event
        </Button>
        <Button kind="quiet" isSmall onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
