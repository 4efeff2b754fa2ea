export { lookSoonAtCaps } from "./store.ts";
