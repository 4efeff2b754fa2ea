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
  const [state, setState] = useState<"closed" | "open" | "busy">("closed");
  const [problem, setProblem] = useState<string | null>(null);
  if (state === "closed") {
    return (
      <Button kind={kind} isSmall onClick={() => setState("open")}>
        {action}…
      </Button>
    );
  }
  const confirm = () => {
    setState("busy");
    setProblem(null);
    onConfirm().then(
      () => setState("closed"),
      (error: unknown) => {
        setProblem(messageOf(error));
        setState("open");
      },
    );
  };
  return (
    <fieldset className="confirm">
      <legend className="unseen">{action}</legend>
      <p>{children}</p>
      <Problem text={problem} />
      <div className="section-actions">
        <Button kind={kind} isSmall isBusy={state === "busy"} onClick={confirm}>
          {action}
        </Button>
        <Button kind="quiet" isSmall onClick={() => setState("closed")}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
