import { useMutation } from "@tanstack/react-query";
import { Button, Problem } from "@usance/ui";
import { type ReactNode, useState } from "react";
import { messageOf } from "./answer.tsx";

interface ConfirmProps {
  /** The name of the action: `Void the invoice`. */
  readonly action: string;
  readonly kind?: "quiet" | "danger";
  /** The consequences, shown before the action. */
  readonly children: ReactNode;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button whose action the person must confirm in the same place. */
export function Confirm({ action, kind = "danger", children, onConfirm }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: onConfirm,
    onSuccess: () => setOpen(false),
  });
  if (!isOpen) {
    return (
      <Button kind={kind} isSmall onClick={() => setOpen(true)}>
        {action}…
      </Button>
    );
  }
  return (
    <fieldset className="confirm">
      <legend className="unseen">{action}</legend>
      <p>{children}</p>
      <Problem text={error && messageOf(error)} />
      <div className="section-actions">
        <Button kind={kind} isSmall isBusy={isPending} onClick={() => mutate()}>
          {action}
        </Button>
        <Button kind="quiet" isSmall onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
