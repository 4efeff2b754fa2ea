import { buildPage } from "../../../packages/ui/scripts/build-page.mjs";

buildPage({
  at: new URL("..", import.meta.url),
  what: "the dashboard",
  folders: ["src", "../../packages/ui/src"],
});
