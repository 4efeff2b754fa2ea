import { WalletGrantPage, WalletGrantQuery } from "../../../schemas/wallet-grants.ts";
import { read } from "../../define.ts";
import { shownGrant } from "./get-wallet-grant.ts";
import { findApiKeys } from "./store.ts";

export const listWalletGrants = read("GET /wallet-grants", {
  name: "walletGrants.list",
  summary: "List wallet grants, newest first",
  description: "Includes expired and revoked ones.",
  input: WalletGrantQuery,
  output: WalletGrantPage,
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findApiKeys(db, tenant, query, { ofGrants: true });
    return { walletGrants: rows.map(shownGrant), nextCursor: next };
  },
});
