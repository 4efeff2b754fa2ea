import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Dashboard } from "./dashboard.tsx";
import "./style.css";
import { client, isWorthAnotherTry, TRPCProvider } from "./trpc.ts";

const place = document.getElementById("page");
if (place === null) throw new Error("The document has no place for the page.");

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: isWorthAnotherTry } } });

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <Dashboard />
      </TRPCProvider>
    </QueryClientProvider>
  </StrictMode>,
);
