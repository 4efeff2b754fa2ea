import { useEffect, useRef, useSyncExternalStore } from "react";

interface Said {
  readonly key: number;
  readonly words: string;
}

/** How long a toast is shown, in milliseconds. */
const shownMs = 6_000;

let shown: readonly Said[] = [];
let said = 0;
const listeners = new Set<() => void>();

function change(next: readonly Said[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message in a corner of the page, and announces it: `The plan was created.` */
export function toast(words: string): void {
  said += 1;
  const key = said;
  change([...shown.slice(-2), { key, words }]);
  setTimeout(() => change(shown.filter((one) => one.key !== key)), shownMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place of toasts. Render it once per page. */
export function Toasts() {
  const place = useRef<HTMLDivElement>(null);
  const toasts = useSyncExternalStore(subscribe, () => shown);
  useEffect(() => {
    // Showing it again puts it above other overlays.
    place.current?.hidePopover();
    if (toasts.length > 0) place.current?.showPopover();
  }, [toasts]);
  return (
    <>
      <div ref={place} className="toasts" popover="manual" aria-hidden="true">
        {toasts.map(({ key, words }) => (
          <p key={key} className="toast">
            {words}
          </p>
        ))}
      </div>
      {/* Screen readers may miss the text of a popover that was hidden before. */}
      <p className="unseen" role="status">
        {toasts.at(-1)?.words}
      </p>
    </>
  );
}
