import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@usance/ui/styles.css";
import { addressIn } from "./session/address.ts";
import "./styles/summary.css";
import "./styles/form.css";
import "./styles/wallets.css";
import "./styles/receipt.css";
import { App } from "./ui/app.tsx";
import { discoverWallets } from "./wallet/discovery.ts";

const place = document.getElementById("checkout");
if (place === null) throw new Error("The page has no place for the checkout.");

const address = addressIn(location.pathname, import.meta.env.BASE_URL);
createRoot(place).render(
  <StrictMode>
    <App address={address} discovery={discoverWallets(window)} />
  </StrictMode>,
);
