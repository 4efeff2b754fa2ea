import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Cross } from "./icons.tsx";

interface DialogProps {
  readonly heading: string;
  /** Shown at the side, with the height of the window. */
  readonly isDrawer?: boolean;
  /** For content that is shown only once: clicking the backdrop does not close it. */
  readonly isHeld?: boolean;
  /** Called on Escape, the cross, or a click on the backdrop. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog, open as long as it is rendered. The browser moves the focus into it, keeps it there, and returns it to the
 * element that had it.
 */
export function Dialog({
  heading,
  isDrawer = false,
  isHeld = false,
  onClose,
  children,
}: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // In a layout effect, before React removes it: only `close` returns the focus.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isDrawer ? "dialog drawer" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget && !isHeld) onClose();
      }}
    >
      <div className="dialog-inside">
        <div className="dialog-head">
          <h2 id={id}>{heading}</h2>
          <button type="button" className="dialog-cross" aria-label="Close" onClick={onClose}>
            <Cross />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
