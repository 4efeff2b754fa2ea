import { lazyPart } from "./lazy-part.tsx";

/** What verifies an invoice, before and after its payment. */
export const Verification = lazyPart("The verification", () => import("./verify-billed.tsx"));
