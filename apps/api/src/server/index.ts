/* The server's only export to other packages: the router type for tRPC clients. */
export type { AppRouter } from "./router.ts";
