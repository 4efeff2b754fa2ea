import { enableCompileCache } from "node:module";
import { join } from "node:path";

// What one worker has compiled, the others and later runs need not compile.
enableCompileCache(
  join(import.meta.dirname, "../../../../node_modules/.cache/usance/compiled-for-tests"),
);
