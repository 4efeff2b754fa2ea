import { useEffect } from "react";

/** Calls a function when the visitor comes back from another page, such as the one of an invoice, which may be paid now. */
export function useComeBack(again: () => void): void {
  useEffect(() => {
    const cameBack = ({ persisted }: PageTransitionEvent) => persisted && again();
    addEventListener("pageshow", cameBack);
    return () => removeEventListener("pageshow", cameBack);
  }, [again]);
}
