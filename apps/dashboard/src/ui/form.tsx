import { type ReactNode, useEffect, useRef } from "react";

interface FormProps {
  /** Why the last call was refused; null: it was not. */
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form. The focus moves to the field that the service has refused. */
export function Form({ error, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error === null) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return (
    <form
      ref={form}
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
