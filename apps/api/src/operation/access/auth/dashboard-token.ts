import { hash, randomBytes } from "node:crypto";

/** Creates the secret of a dashboard session's link, or of its cookie: 256 random bits. */
export const newDashboardToken = (): string => randomBytes(32).toString("base64url");

/** The SHA-256 of a token in hex, under which it is stored and found. Tokens are random, so no salt is needed. */
export const hashDashboardToken = (token: string): string => hash("sha256", token);
