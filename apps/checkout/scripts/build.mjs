import { buildPage } from "../../../packages/ui/scripts/build-page.mjs";

buildPage({
  at: new URL("..", import.meta.url),
  what: "the checkout page",
  folders: [
    "src",
    ...["ui", "proofs", "rating"].map((name) => `../../packages/${name}/src`),
    "public",
  ],
});
