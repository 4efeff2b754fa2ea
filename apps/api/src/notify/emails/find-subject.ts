export { findSubject, type Subject } from "./store.ts";
