import { Choice, Field, NumberField, quantityText, Time, typedNumber } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { UsageEvent } from "../../api/records.ts";
import { FormDialog, useForm } from "../../ui/form.tsx";

interface VoidFormProps {
  readonly event: UsageEvent;
  readonly onClose: () => void;
}

/** Voids a usage event, and records the right one in the same step if there is one. */
export function VoidForm({ event, onClose }: VoidFormProps) {
  const { id: usageEventId, eventKey, quantity, occurredAt, user } = event;
  const form = useForm({
    draft: { reason: "", isReplaced: false, newKey: `${eventKey}:1`, rightQuantity: "" },
    send: ({ reason, isReplaced, newKey, rightQuantity }) =>
      client.usageEvents.void.mutate({
        ...{ usageEventId, reason },
        ...(isReplaced && {
          replacement: { eventKey: newKey, quantity: typedNumber(rightQuantity) },
        }),
      }),
    said: "The event is void.",
    changes: trpc.usageEvents.pathFilter(),
    onDone: onClose,
  });
  const { at, draft } = form;
  const { value: isReplaced, onChange } = at("isReplaced");
  return (
    <FormDialog
      heading="Void an event?"
      of={form}
      submit="Void the event"
      kind="danger"
      keep="Keep the event"
      onClose={onClose}
    >
      <p>
        <strong>{eventKey}</strong>: {quantityText(quantity)} by {user.email}, at{" "}
        <Time at={occurredAt} />. The event stays in the list, but it no longer counts. You cannot
        undo this.
      </p>
      <Field label="Reason" hint="Why the event is wrong, in one line." {...at("reason")} />
      <Choice
        label="Record the right event instead"
        hint="It has the same subscription and time."
        isChecked={isReplaced}
        onChange={onChange}
      />
      {draft.isReplaced && (
        <div className="fields">
          <Field
            label="New key"
            hint="A subscription records each key once."
            {...at("newKey", "replacement.eventKey")}
          />
          <NumberField label="Right quantity" {...at("rightQuantity", "replacement.quantity")} />
        </div>
      )}
    </FormDialog>
  );
}
