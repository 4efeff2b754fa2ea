/**
 * Works off what is due, a page at a time, until nothing is. One that fails keeps none of the others
 * back; it is tried again at the next sweep.
 *
 * @param findDue the next page; what has been done is not in it any more
 * @param failed is told of each failure
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
