import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Serves the page with all components. */
export default defineConfig({
  root: "showcase",
  plugins: [react()],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
});
