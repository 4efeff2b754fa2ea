import { read } from "../../operation/define.ts";
import { CreditNoteId, creditNoteNotFound, OneCreditNote } from "../../schemas/credit-notes.ts";
import { loadCreditNote } from "./load-credit-note.ts";

export const getCreditNote = read("GET /credit-notes/{creditNoteId}", {
  name: "creditNotes.get",
  summary: "Get a credit note",
  description: "Returns the credit note with its lines and its refund.",
  refusals: { creditNoteNotFound },
  input: CreditNoteId,
  output: OneCreditNote,
  run: async (work, { creditNoteId }) => ({
    creditNote: await loadCreditNote(work, creditNoteId),
  }),
});
