-- E-mails about credit notes and their refunds.

-- AlterTable
ALTER TABLE "emails" ADD COLUMN     "credit_note_id" TEXT;
