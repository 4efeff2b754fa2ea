import { buildPage } from "../../../packages/ui/scripts/build-page.mjs";

buildPage({
  at: new URL("..", import.meta.url),
  what: "the checkout page",
  folders: ["src", "../../packages/ui/src", "../../packages/usage-hash/src", "public"],
});
