import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Toasts } from "@usance/ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@usance/ui/styles.css";
import { queryClient } from "./api/client.ts";
import { router } from "./router.tsx";
import "./styles/controls.css";
import "./styles/frame.css";
import "./styles/records.css";

const place = document.getElementById("dashboard");
if (place === null) throw new Error("The document has no place for the dashboard.");

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
