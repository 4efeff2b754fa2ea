import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../src/styles/index.css";
import "./showcase.css";
import { Showcase } from "./showcase.tsx";

const place = document.getElementById("components");
if (place === null) throw new Error("The page has no place for the components.");

createRoot(place).render(
  <StrictMode>
    <Showcase />
  </StrictMode>,
);
