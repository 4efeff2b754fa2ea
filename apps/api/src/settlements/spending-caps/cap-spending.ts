export { type CapSpending, findCapSpending } from "./store.ts";
