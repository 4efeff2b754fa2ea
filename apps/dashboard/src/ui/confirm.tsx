import { useMutation } from "@tanstack/react-query";
import { Button, Dialog, Problem, toast } from "@usance/ui";
import type { ReactNode } from "react";
import { messageOf } from "./answer.tsx";
import { DialogButton } from "./form.tsx";

interface ConfirmProps {
  /** The name of the action: `Void the invoice`. */
  readonly action: string;
  readonly kind?: "quiet" | "danger";
  /** The words of the button that cancels: `Keep the invoice`. */
  readonly keep?: string;
  /** The toast after success: `The invoice is void.` */
  readonly said: string;
  /** The consequences, shown before the action. */
  readonly children: ReactNode;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button whose action the person must confirm in a dialog. */
export const Confirm = ({ action, kind = "danger", ...question }: ConfirmProps) => (
  <DialogButton words={`${action}…`} kind={kind}>
    {(close) => <Question {...question} action={action} kind={kind} onClose={close} />}
  </DialogButton>
);

function Question({
  action,
  kind,
  keep = "Cancel",
  said,
  children,
  onConfirm,
  onClose,
}: ConfirmProps & { readonly onClose: () => void }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: onConfirm,
    onSuccess: () => {
      onClose();
      toast(said);
    },
  });
  return (
    <Dialog heading={`${action}?`} onClose={onClose}>
      <p>{children}</p>
      <Problem text={error && messageOf(error)} />
      <div className="dialog-actions">
        <Button kind="quiet" isSmall onClick={onClose}>
          {keep}
        </Button>
        <Button
          kind={kind === "danger" ? "danger" : "main"}
          isSmall
          isBusy={isPending}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
