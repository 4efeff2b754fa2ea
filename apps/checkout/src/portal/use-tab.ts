import { useEffect, useState } from "react";

/** The tab that the address names: `#usage`. */
const tabIn = () => location.hash.slice(1);

/**
 * The tab that is shown. The address keeps it, so a reload, a link and the way back lead to it.
 *
 * @param ids of the tabs that there are
 * @param first the one that is shown if the address names none of them
 * @returns the tab, and a function that chooses another one
 */
export function useTab<Id extends string>(
  ids: readonly Id[],
  first: Id,
): readonly [Id, (id: string) => void] {
  const [named, setNamed] = useState(tabIn);
  useEffect(() => {
    const changed = () => setNamed(tabIn());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  const choose = (id: string) => {
    history.replaceState(history.state, "", `#${id}`);
    setNamed(id);
  };
  return [ids.find((id) => id === named) ?? first, choose];
}
