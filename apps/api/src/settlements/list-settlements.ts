import { read } from "../operation/define.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import { SettlementPage, SettlementQuery } from "../schemas/settlements.ts";
import { findSettlements } from "./store.ts";

/** Lists settlements as stored. Only the GET of one settlement and the reconciler query the chain. */
export const listSettlements = read("GET /settlements", {
  name: "settlements.list",
  summary: "List settlements, newest first",
  description:
    "Returns the settlements as stored, without asking the chain. To check a `SUBMITTED` settlement against the chain, get it by its id.",
  input: SettlementQuery,
  output: SettlementPage,
  run: async (work, query) => {
    const { rows, next } = await upToDate(
      work,
      () => findSettlements(work.db, work.tenant, query),
      ({ rows }) => ({ invoices: rows.map(({ invoice }) => invoice) }),
    );
    return { settlements: rows, nextCursor: next };
  },
});
