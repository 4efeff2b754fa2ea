import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A payment that was signed. Amounts are in the token's smallest units. */
export interface SignedPayment {
  readonly nonce: string;
  readonly url: string;
  readonly payee: string;
  readonly amount: bigint;
  readonly signedAt: Date;
  /** From then on nobody can carry it out. */
  readonly validBefore: Date;
  /** `SIGNED`: it may be carried out. `LAPSED`: it never was. */
  readonly status: "SIGNED" | "PAID" | "LAPSED";
}

type New = Omit<SignedPayment, "status">;

/**
 * What a wallet has signed, in a file that all processes of its user share. A payment is stored before anybody gets it, so no
 * crash and no other process lets the wallet sign more than its limit.
 */
export class Spending {
  readonly #db: DatabaseSync;

  /** @param path of the file, which is created if it does not exist, for its user alone */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#db = new DatabaseSync(path, { timeout: 10_000 });
    chmodSync(path, 0o600);
    this.#db.exec(`
      CREATE TABLE IF NOT EXISTS payments (
        wallet TEXT NOT NULL, nonce TEXT NOT NULL, url TEXT NOT NULL, payee TEXT NOT NULL, amount INTEGER NOT NULL,
        signed_at INTEGER NOT NULL, valid_before INTEGER NOT NULL, status TEXT NOT NULL, PRIMARY KEY (wallet, nonce)
      ) STRICT`);
  }

  /** What counts against the limit: payments, and what may still become one. @param wallet the address, with its chain and token */
  spent(wallet: string): bigint {
    const select = this.#db.prepare(
      "SELECT coalesce(sum(amount), 0) AS spent FROM payments WHERE wallet = ? AND status <> 'LAPSED'",
    );
    select.setReadBigInts(true);
    return select.get(wallet)?.spent as bigint;
  }

  /** Stores a payment if the limit has room for it. @returns whether it has */
  reserve(wallet: string, limit: bigint, payment: New): boolean {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const hasRoom = this.spent(wallet) + payment.amount <= limit;
      if (hasRoom) {
        const { nonce, url, payee, amount, signedAt, validBefore } = payment;
        this.#db
          .prepare("INSERT INTO payments VALUES (?, ?, ?, ?, ?, ?, ?, 'SIGNED')")
          .run(wallet, nonce, url, payee, amount, signedAt.getTime(), validBefore.getTime());
      }
      this.#db.exec("COMMIT");
      return hasRoom;
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  /** Says what became of a payment that was `SIGNED`. */
  end(wallet: string, nonce: string, status: "PAID" | "LAPSED"): void {
    this.#db
      .prepare(
        "UPDATE payments SET status = ? WHERE wallet = ? AND nonce = ? AND status = 'SIGNED'",
      )
      .run(status, wallet, nonce);
  }

  /** The payments of a wallet, newest first. */
  list(wallet: string, limit: number): SignedPayment[] {
    const all = "SELECT * FROM payments WHERE wallet = ? ORDER BY signed_at DESC, nonce LIMIT ?";
    return this.#read(all, wallet, limit);
  }

  /** The payments that are `SIGNED`, in the order in which their time is over. */
  open(wallet: string, limit: number): SignedPayment[] {
    const signed = `SELECT * FROM payments WHERE wallet = ? AND status = 'SIGNED'
      ORDER BY valid_before, nonce LIMIT ?`;
    return this.#read(signed, wallet, limit);
  }

  #read(sql: string, wallet: string, limit: number): SignedPayment[] {
    const select = this.#db.prepare(sql);
    select.setReadBigInts(true);
    return select.all(wallet, limit).map((row) => ({
      nonce: String(row.nonce),
      url: String(row.url),
      payee: String(row.payee),
      amount: row.amount as bigint,
      signedAt: new Date(Number(row.signed_at)),
      validBefore: new Date(Number(row.valid_before)),
      status: row.status as SignedPayment["status"],
    }));
  }

  close(): void {
    this.#db.close();
  }
}
