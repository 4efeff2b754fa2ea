import { inTransaction } from "../../../db/client.ts";
import type { Seal } from "../../../kit/seal.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import { lockSecrets, putSecrets } from "./store.ts";

/**
 * Seals the secrets of all endpoints with the first key, whichever key sealed them before, in one transaction.
 * Afterwards the other keys are no longer needed.
 *
 * @returns the number of endpoints
 * @throws CannotOpen when a secret was sealed with a missing key; nothing changes then
 */
export async function resealSecrets(
  { db }: Pick<Parts, "db">,
  { open, seal }: Seal,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const endpoints = await lockSecrets(tx);
    for (const { id, secret, previousSecret } of endpoints) {
      const again = (sealed: string) => seal(open(sealed, id), id);
      const previous = previousSecret === null ? null : again(previousSecret);
      await putSecrets(tx, { id, secret: again(secret), previousSecret: previous });
    }
    return endpoints.length;
  });
}
