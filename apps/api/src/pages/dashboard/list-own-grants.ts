import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import {
  messageNotValid,
  notSignedByWallet,
  OwnGrants,
  ownPageOnly,
  SignedMessage,
} from "../../schemas/dashboard.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { readSignedMessage } from "./read-signed-message.ts";
import { requireOwnPage } from "./require-own-page.ts";
import { findGrants } from "./store.ts";

export const listOwnGrants = visit("POST /dashboard/wallet-grants", {
  name: "dashboard.walletGrants",
  summary: "List the grants with which a wallet can sign in",
  description:
    "Takes the signed message of the wallet, which can still be used to sign in afterwards. The page shows whose dashboard it is before it opens it.",
  refusals: {
    ownPageOnly,
    messageNotValid,
    notSignedByWallet,
    tooManyRequests,
    chainDoesNotAnswer,
  },
  input: SignedMessage,
  output: OwnGrants,
  run: async (work, signed) => {
    requireOwnPage(work);
    const { walletAddress } = await readSignedMessage(work, signed);
    const grants = await findGrants(work.db, walletAddress, work.clock.now());
    return { walletGrants: grants.map(({ user, ...grant }) => ({ ...grant, seller: user })) };
  },
});
