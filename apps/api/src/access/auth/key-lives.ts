/* When keys end, for the sessions that speak for them. */

export { findKeyLives } from "./store.ts";
