import { pageConfig } from "../../packages/ui/scripts/page-config.ts";

export default pageConfig("/dashboard/");
