import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const { KEY, USANCE_URL = "http://127.0.0.1:3000" } = process.env;

/** What the page asks goes through here, where the key is put to it: the browser never has it. */
const proxy = {
  "/trpc": { target: USANCE_URL, changeOrigin: true, headers: { Authorization: `Bearer ${KEY}` } },
};
// Who gets an answer here gets it by that key, so no page of another origin may.
const cors = false;

export default defineConfig({
  plugins: [react()],
  server: { proxy, cors },
  preview: { proxy, cors },
});
