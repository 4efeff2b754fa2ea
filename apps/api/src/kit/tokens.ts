import { hash, randomBytes, randomUUID } from "node:crypto";

/*
 * The secrets that let a caller in. Only hashes of API keys, and of the tokens of portals and dashboards, are stored. The
 * link tokens of invoices and refunds are stored as they are, because sellers read their URLs again; for an invoice, the
 * database makes the same kind of token.
 */

/** Creates a token that is stored as its hash: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** The SHA-256 of a secret in hex, under which it is stored and found. Secrets are random, so no salt is needed. */
export const hashToken = (token: string): string => hash("sha256", token);

/** Creates a token that is stored as it is: 122 random bits. */
export const newLinkToken = (): string => randomUUID().replaceAll("-", "");
