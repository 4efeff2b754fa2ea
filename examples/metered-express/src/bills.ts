import type { DatabaseSync } from "node:sqlite";

/** A decision to bill: what was used until a moment, and was on no bill before. */
export interface Bill {
  readonly subscriptionId: string;
  /** 1, 2, 3 …: only one of two runs that decide at the same time can have the next. */
  readonly number: number;
  readonly userId: string;
  readonly until: string;
  readonly quantity: string;
  readonly amount: string;
  /** The only invoice that is ever opened for it; null until there is one. */
  readonly invoiceId: string | null;
}

export type Bills = ReturnType<typeof billsIn>;

/** What was decided to bill. It is noted before it is done, so that each is done once. */
export function billsIn(database: DatabaseSync) {
  const columns = `subscription_id AS subscriptionId, number, user_id AS userId, until, quantity,
                   amount, invoice_id AS invoiceId`;
  const insert = database.prepare(
    `INSERT OR IGNORE INTO bills (subscription_id, number, user_id, until, quantity, amount)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const invoiced = database.prepare(
    `UPDATE bills SET invoice_id = ?
      WHERE subscription_id = ? AND number = ? AND invoice_id IS NULL`,
  );
  const close = database.prepare(
    "UPDATE bills SET closed = 1 WHERE subscription_id = ? AND number = ?",
  );
  const selectOf = database.prepare(
    `SELECT ${columns} FROM bills WHERE subscription_id = ? ORDER BY number`,
  );
  const selectOpen = database.prepare(
    `SELECT ${columns} FROM bills WHERE closed = 0 ORDER BY subscription_id, number`,
  );
  const of = (subscriptionId: string) => selectOf.all(subscriptionId) as unknown as Bill[];
  return {
    /** A subscription's, the first first. */
    of,

    /** Notes a decision, unless another run has taken its number. */
    decide({ subscriptionId, number, userId, until, quantity, amount }: Omit<Bill, "invoiceId">) {
      insert.run(subscriptionId, number, userId, until, quantity, amount);
    },

    /** Notes the invoice, unless another run has noted one. @returns the one that counts */
    invoiced({ subscriptionId, number }: Bill, invoiceId: string): string {
      invoiced.run(invoiceId, subscriptionId, number);
      return of(subscriptionId)[number - 1]?.invoiceId ?? invoiceId;
    },

    /** Nothing is left to do for it. */
    close({ subscriptionId, number }: Bill) {
      close.run(subscriptionId, number);
    },

    /** All for which something is left to do. */
    open: () => selectOpen.all() as unknown as Bill[],
  };
}
