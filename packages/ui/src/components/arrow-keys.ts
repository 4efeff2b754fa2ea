/** The keys that move to the next and to the previous of several elements. */
const keys = { down: ["ArrowDown", "ArrowUp"], right: ["ArrowRight", "ArrowLeft"] } as const;

/**
 * The element that a key moves to: the next, the previous, the first (Home) or the last (End). After the last comes the first.
 *
 * @param now the place of the present element, from 0; -1 for none
 * @returns undefined for other keys
 */
export function movedBy(
  key: string,
  direction: keyof typeof keys,
  now: number,
  count: number,
): number | undefined {
  const [next, previous] = keys[direction];
  if (key === next) return (now + 1) % count;
  if (key === previous) return (now - 1 + count) % count;
  return { Home: 0, End: count - 1 }[key];
}
