// Runs forge with the given arguments; says little when all is well.
import { runForge } from "./run-forge.mjs";

const lastLine = runForge(process.argv.slice(2));
if (lastLine !== "") process.stdout.write(`${lastLine}\n`);
