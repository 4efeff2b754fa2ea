export { type UsanceClient, type UsanceOptions, usanceClient } from "./client.ts";
export { UsanceError } from "./error.ts";
export type { components, paths } from "./generated.ts";
