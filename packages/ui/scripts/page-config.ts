import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { browserFloor } from "./browser-floor.ts";

/**
 * How a page is built.
 *
 * @param base the path under which the service serves the page: `/checkout/`
 */
export const pageConfig = (base: `/${string}/`) =>
  defineConfig({
    base,
    plugins: [react()],
    build: {
      target: browserFloor,
      // Every file by its own address: what is put into another would be inline, which the page forbids.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // tRPC's client does not say that loading it changes nothing: its WebSocket link would be in the page, which uses none.
      rolldownOptions: {
        treeshake: { moduleSideEffects: [{ test: /@trpc/, sideEffects: false }] },
      },
    },
  });
