// Writes what is derived from the contract: its ABI and bytecode for TypeScript, and the gas of its calls.
// With --check it writes nothing, and fails when what is committed differs from what the build gives.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { contractsFolder, runForge } from "./run-forge.mjs";

const gasFile = "snapshots/SettlementRegistry.json";

const differing = Object.entries(derivedFiles()).filter(([path, text]) => committed(path) !== text);

if (!process.argv.includes("--check")) {
  for (const [path, text] of differing) {
    mkdirSync(dirname(join(contractsFolder, path)), { recursive: true });
    writeFileSync(join(contractsFolder, path), text);
    process.stdout.write(`wrote ${path}\n`);
  }
} else if (differing.length > 0) {
  process.stderr.write(
    `Not what the build gives: ${differing.map(([path]) => path).join(", ")}\n` +
      "Run `pnpm --filter @usance/contracts run generate` and commit the result, if the change is meant.\n",
  );
  // The other files are too long to print, and say less than the change to the contract does.
  for (const [path, text] of differing.filter(([path]) => path === gasFile)) {
    process.stderr.write(`${path} is\n${committed(path) ?? "missing"}\nand would be\n${text}`);
  }
  process.exitCode = 1;
}

/** Builds, and gives the text of each derived file by its path in this package. */
function derivedFiles() {
  runForge(["build"]);
  const { abi, bytecode } = JSON.parse(
    readFileSync(
      join(contractsFolder, "out/SettlementRegistry.sol/SettlementRegistry.json"),
      "utf8",
    ),
  );
  const header =
    "// Generated from src/SettlementRegistry.sol by `pnpm --filter @usance/contracts run generate`. Do not edit.\n";
  return {
    "generated/settlement-registry.ts":
      `${header}\nexport const settlementRegistryAbi = ${JSON.stringify(abi, null, 2)} as const;\n\n` +
      "/** Creation bytecode: append the ABI-encoded constructor arguments to deploy. */\n" +
      `export const settlementRegistryBytecode: \`0x\${string}\` =\n  "${bytecode.object}";\n`,
    "generated/index.ts": `${header}\nexport { settlementRegistryAbi, settlementRegistryBytecode } from "./settlement-registry.ts";\n`,
    [gasFile]: measuredGas(),
  };
}

/** Measured into an empty folder, so that a figure that is no longer taken cannot linger. */
function measuredGas() {
  const folder = "cache/gas";
  rmSync(join(contractsFolder, folder), { recursive: true, force: true });
  runForge(["test", "--match-contract", "GasTest", "--gas-snapshot-emit=true"], {
    FOUNDRY_SNAPSHOTS: folder,
  });
  return `${readFileSync(join(contractsFolder, folder, "SettlementRegistry.json"), "utf8")}\n`;
}

function committed(path) {
  try {
    return readFileSync(join(contractsFolder, path), "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
