import { widerThanItsMaker } from "../../../schemas/api-keys.ts";
import {
  OneWalletGrant,
  WalletGrantId,
  walletGrantNotFound,
} from "../../../schemas/wallet-grants.ts";
import { noteWrites, writeOf } from "../../access/audit/note-write.ts";
import { endCredential } from "../../access/auth/end-credential.ts";
import { makerOf } from "../../access/auth/maker.ts";
import { write } from "../../define.ts";
import { requireWalletGrant, shownGrant } from "./get-wallet-grant.ts";

const name = "walletGrants.revoke";

export const revokeWalletGrant = write("DELETE /wallet-grants/{walletGrantId}", {
  name,
  summary: "Revoke a wallet grant",
  description:
    "The wallet can no longer sign in. Its sessions end within a second, and so do the keys, grants and links that were created in them. Revoking it again returns the same answer. A key cannot revoke a grant that exceeds it.",
  refusals: { widerThanItsMaker, walletGrantNotFound },
  input: WalletGrantId,
  output: OneWalletGrant,
  changesKeys: true,
  run: async (work, { walletGrantId }) => {
    const grant = await requireWalletGrant(work, walletGrantId);
    const ended = await endCredential(work, makerOf(work.by), grant);
    await noteWrites(work, writeOf(work, name), ended);
    return { walletGrant: shownGrant(await requireWalletGrant(work, walletGrantId)) };
  },
});
