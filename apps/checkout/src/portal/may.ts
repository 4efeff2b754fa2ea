import { createContext, use } from "react";
import type { Portal } from "../api/portal-api.ts";

const ScopesContext = createContext<Portal["scopes"]>([]);

/** What the link may show and change. */
export const ScopesProvider = ScopesContext.Provider;

/** Whether the link has a scope: `invoices:read`. */
export const useMay = (scope: string): boolean => use(ScopesContext).includes(scope);
