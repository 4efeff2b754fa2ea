/* What other packages may know of the server: the type that a tRPC client is made with. */
export type { AppRouter } from "./api/router.ts";
