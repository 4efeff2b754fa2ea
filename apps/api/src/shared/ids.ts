export { createId as newId } from "@paralleldrive/cuid2";
