import { type QueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { useBlocker, useLocation, useNavigate } from "@tanstack/react-router";
import { Button, Dialog, Problem, toast } from "@usance/ui";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { fieldErrors } from "./field-errors.ts";

interface FormTerms<Draft, Output> {
  /** The initial values of the fields. */
  readonly draft: Draft;
  /** Calls the operation. */
  readonly send: (draft: Draft) => Promise<Output>;
  /** The toast after success: `The plan was created.` */
  readonly said: string;
  /** The queries to invalidate. */
  readonly changes: QueryFilters | readonly QueryFilters[];
  readonly onDone?: (output: Output) => unknown;
}

/** The draft of a form and the state of its call. */
export interface FormState<Draft> {
  readonly draft: Draft;
  /** Changes some of the fields. */
  readonly change: (fields: Partial<Draft>) => void;
  /**
   * The value of a field, with what the service says of it.
   *
   * @param path in the call, if it has another name there: `branding.color`. An error of an element of a list, such as
   *   `levels.0`, is one of the list's field.
   */
  readonly at: <Name extends keyof Draft & string>(
    name: Name,
    path?: string,
  ) => {
    readonly value: Draft[Name];
    readonly onChange: (value: Draft[Name]) => void;
    readonly error: string | undefined;
  };
  /** What the service says of a field. @param path in the call: `lines.0.amount` */
  readonly errorAt: (path: string) => string | undefined;
  readonly error: unknown;
  /** The error that belongs to no field. Call it after the fields were rendered. */
  readonly rest: () => string | null;
  readonly isDirty: () => boolean;
  readonly isPending: boolean;
  /** @param fields sent instead of the values in the draft */
  readonly submit: (fields?: Partial<Draft>) => void;
}

/** The state of a form of one operation. */
export function useForm<Draft extends object, Output>(
  terms: FormTerms<Draft, Output>,
): FormState<Draft> {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(terms.draft);
  const saved = useRef(JSON.stringify(terms.draft));
  const latest = useRef(draft);
  latest.current = draft;
  const { mutate, error, isPending } = useMutation({
    mutationFn: terms.send,
    onSuccess: async (output) => {
      saved.current = JSON.stringify(draft);
      for (const changed of [terms.changes].flat()) void queries.invalidateQueries(changed);
      toast(terms.said);
      await terms.onDone?.(output);
    },
  });
  const paths = new Set<string>();
  const errors = () => fieldErrors(error, paths);
  const errorAt = (path: string) => {
    paths.add(path);
    return errors().at(path);
  };
  const change = (fields: Partial<Draft>) => setDraft((now) => ({ ...now, ...fields }));
  return {
    draft,
    change,
    at: (name, path = name) => ({
      value: draft[name],
      onChange: (value) => setDraft((now) => ({ ...now, [name]: value })),
      error: errorAt(path),
    }),
    errorAt,
    error,
    rest: () => errors().rest,
    isDirty: () => JSON.stringify(latest.current) !== saved.current,
    isPending,
    submit: (fields) => {
      if (!isPending) mutate({ ...draft, ...fields });
    },
  };
}

interface FormProps<Draft> {
  readonly of: FormState<Draft>;
  /** The words of the button: `Create the plan`. */
  readonly submit: string;
  readonly kind?: "main" | "danger";
  /** Buttons beside it. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A form. It focuses the field that the service refused, and asks before unsaved changes are lost. */
export function Form<Draft>({ of, submit, kind = "main", actions, children }: FormProps<Draft>) {
  const form = useRef<HTMLFormElement>(null);
  const leaving = useBlocker({
    // A change of the query alone keeps the form.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && of.isDirty(),
    enableBeforeUnload: of.isDirty,
    withResolver: true,
  });
  useEffect(() => {
    if (of.error === null) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [of.error]);
  return (
    <form
      ref={form}
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        of.submit();
      }}
    >
      {children}
      <Problem text={of.rest()} />
      <div className="dialog-actions">
        {actions}
        <Button type="submit" kind={kind} isSmall isBusy={of.isPending}>
          {submit}
        </Button>
      </div>
      {leaving.status === "blocked" && (
        <Discard onKeep={leaving.reset} onDiscard={leaving.proceed} />
      )}
    </form>
  );
}

interface FormDialogProps<Draft> extends Omit<FormProps<Draft>, "actions"> {
  readonly heading: string;
  /** The words of the button that cancels: `Keep subscription`. */
  readonly keep?: string;
  readonly onClose: () => void;
}

/** A form in a dialog. */
export function FormDialog<Draft>({
  heading,
  keep = "Cancel",
  onClose,
  ...form
}: FormDialogProps<Draft>) {
  const [isAsked, setAsked] = useState(false);
  const close = () => (form.of.isDirty() ? setAsked(true) : onClose());
  return (
    <Dialog heading={heading} onClose={close}>
      <Form
        {...form}
        actions={
          <Button kind="quiet" isSmall onClick={close}>
            {keep}
          </Button>
        }
      />
      {isAsked && <Discard onKeep={() => setAsked(false)} onDiscard={onClose} />}
    </Dialog>
  );
}

const Discard = ({ onKeep, onDiscard }: Record<"onKeep" | "onDiscard", () => void>) => (
  <Dialog heading="Discard your changes?" onClose={onKeep}>
    <p>They are not saved.</p>
    <div className="dialog-actions">
      <Button kind="quiet" isSmall onClick={onKeep}>
        Keep editing
      </Button>
      <Button
        kind="danger"
        isSmall
        onClick={(event) => {
          // Closed first: while it is open, the dialog below cannot return the focus.
          event.currentTarget.closest("dialog")?.close();
          onDiscard();
        }}
      >
        Discard
      </Button>
    </div>
  </Dialog>
);

interface DialogButtonProps {
  /** What it opens: `New plan…`. */
  readonly words: string;
  readonly kind?: "main" | "quiet" | "danger";
  /** The fragment of the address that opens the dialog, for links to it. */
  readonly opensAt?: string;
  /** The dialog. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ words, kind = "quiet", opensAt, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const isLinked = opensAt !== undefined && hash === opensAt;
  const close = () => {
    setOpen(false);
    if (isLinked) void navigate({ to: ".", search: true, hash: "", replace: true });
  };
  return (
    <>
      <Button kind={kind} isSmall onClick={() => setOpen(true)}>
        {words}
      </Button>
      {(isOpen || isLinked) && <Suspense>{children(close)}</Suspense>}
    </>
  );
}
