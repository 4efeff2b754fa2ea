import { inLowerCase } from "../../../kit/evm-fields.ts";
import { widerThanItsMaker } from "../../../schemas/api-keys.ts";
import { NewWalletGrant, OneWalletGrant } from "../../../schemas/wallet-grants.ts";
import { checkNotWider, makerOf } from "../../access/auth/maker.ts";
import { write } from "../../define.ts";
import { shownGrant } from "./get-wallet-grant.ts";
import { keyRow } from "./issue-api-key.ts";
import { insertApiKey } from "./store.ts";

export const createWalletGrant = write("POST /wallet-grants", {
  name: "walletGrants.create",
  summary: "Let a wallet sign in to the dashboard",
  description:
    "The wallet signs a message to sign in, without an API key. Its sessions have the seller of the calling key and these scopes, which cannot exceed those of the calling key. The grant ends when it expires or is revoked, and when the key that created it is revoked.",
  status: 201,
  refusals: { widerThanItsMaker },
  input: NewWalletGrant,
  output: OneWalletGrant,
  changesKeys: true,
  run: async ({ tx, tenant, by, now }, { name, scopes, ...input }) => {
    const maker = makerOf(by);
    const expiresAt = input.expiresAt ?? maker.expiresAt;
    checkNotWider(maker, { scopes, expiresAt });
    const walletAddress = inLowerCase(input.walletAddress);
    const grant = await insertApiKey(tx, {
      ...keyRow({ name, userId: tenant, scopes, expiresAt, maker }, now),
      walletAddress,
      start: walletAddress.slice(0, 6),
      lastFour: walletAddress.slice(-4),
    });
    return { walletGrant: shownGrant(grant) };
  },
});
