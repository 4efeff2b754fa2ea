import { Note } from "@usance/ui";
import { type ComponentProps, type ComponentType, lazy, Suspense } from "react";

/**
 * A part of a page that is loaded when it is first shown.
 *
 * @param what the part, for the note that takes its place if it cannot be loaded: `The prices`
 */
export function lazyPart<Props extends object>(
  what: string,
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
) {
  const NotLoaded = () => <Note>{what} cannot be shown. Open this page again.</Note>;
  const Part = lazy<ComponentType<Props>>(() => load().catch(() => ({ default: NotLoaded })));
  return (props: ComponentProps<typeof Part>) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
