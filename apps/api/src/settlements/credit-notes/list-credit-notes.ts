import { read } from "../../operation/define.ts";
import { CreditNotePage, CreditNoteQuery } from "../../schemas/credit-notes.ts";
import { shownCreditNote } from "./load-credit-note.ts";
import { findCreditNotes } from "./store.ts";

export const listCreditNotes = read("GET /credit-notes", {
  name: "creditNotes.list",
  summary: "List credit notes, newest first",
  description: "Each credit note is as `GET /credit-notes/{creditNoteId}` returns it.",
  input: CreditNoteQuery,
  output: CreditNotePage,
  run: async (work, query) => {
    const { rows, next } = await findCreditNotes(work.db, work.tenant, query);
    return { creditNotes: rows.map((row) => shownCreditNote(work, row)), nextCursor: next };
  },
});
