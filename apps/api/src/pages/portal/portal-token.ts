import { hash, randomBytes } from "node:crypto";

/** Creates the secret part of a portal's address: 256 random bits. */
export const newPortalToken = (): string => randomBytes(32).toString("base64url");

/** The SHA-256 of a token in hex, under which it is stored and found. Tokens are random, so no salt is needed. */
export const hashPortalToken = (token: string): string => hash("sha256", token);
