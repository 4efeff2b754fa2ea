import { mergeConfig } from "vite";
import { pageConfig } from "../../packages/ui/scripts/page-config.ts";

/** What every view loads is one file: in pieces by which views import what, it would be larger. */
const libraries = {
  name: "libraries",
  test: /node_modules\/(?:\.pnpm\/)?(?:react|scheduler|@tanstack|@trpc)/,
};

export default mergeConfig(pageConfig("/dashboard/"), {
  build: { rolldownOptions: { output: { codeSplitting: { groups: [libraries] } } } },
});
