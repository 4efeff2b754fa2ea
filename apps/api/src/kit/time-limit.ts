/**
 * Waits for work for a limited time. Work that is late continues on its own; an error that it then throws is
 * ignored.
 *
 * @param limitMs milliseconds
 * @returns "late" when the time is over first
 */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T | "late"> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(late.resolve, Math.max(0, limitMs), "late");
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A record for which something is due. Sweeps go by (dueAt, id). */
export interface DueRecord {
  readonly id: string;
  readonly dueAt: Date;
}

/**
 * Acts once on every record that is due, oldest first, a page at a time. A record that fails holds up no
 * other; the next sweep tries it again.
 *
 * @param findDue reads the page after a record; after null, the first one
 * @param failed reports a failure
 */
export async function sweep(
  findDue: (after: DueRecord | null) => Promise<readonly DueRecord[]>,
  act: (id: string) => Promise<unknown>,
  failed: (error: unknown, id: string) => void,
): Promise<void> {
  let after: DueRecord | null = null;
  for (;;) {
    const due: readonly DueRecord[] = await findDue(after);
    const last = due.at(-1);
    if (last === undefined) return;
    for (const { id } of due) {
      try {
        await act(id);
      } catch (error) {
        failed(error, id);
      }
    }
    after = last;
  }
}
