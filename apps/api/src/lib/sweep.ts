/**
 * Processes all due records, a page at a time. A record that fails does not stop the others; the next sweep
 * tries it again.
 *
 * @param findDue reads the next page, without the records that are done
 * @param failed is called for each failure
 */
export async function sweep<One>(
  findDue: () => Promise<readonly One[]>,
  act: (one: One) => Promise<unknown>,
  failed: (error: unknown, one: One) => void,
): Promise<void> {
  for (;;) {
    const due = await findDue();
    let done = 0;
    for (const one of due) {
      try {
        await act(one);
        done += 1;
      } catch (error) {
        failed(error, one);
      }
    }
    if (done === 0) return;
  }
}
