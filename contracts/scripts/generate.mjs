// Writes what is derived from the contracts: their ABI and bytecode for TypeScript, and the gas of their calls.
// With --check it writes nothing, and fails when what is committed differs from what the build gives. The gas is then
// measured with --gas only, since that takes longer than the rest.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { contractsFolder, runForge } from "./run-forge.mjs";

/** What the product deploys or calls. */
const contracts = [
  { source: "src/SettlementRegistry.sol", name: "settlementRegistry" },
  { source: "src/SettlementCollector.sol", name: "settlementCollector" },
  { source: "src/SettlementRefunder.sol", name: "settlementRefunder" },
  { source: "src/DevUSDC.sol", name: "devUsdc" },
];
/** What only tests deploy: @usance/contracts/testing. */
const testContracts = [
  { source: "test/usdc/UsdcLike.sol", name: "usdcLike" },
  { source: "test/usdc/UsdcLikeProxy.sol", name: "usdcLikeProxy" },
  { source: "test/wallets/SmartWallet.sol", name: "smartWallet" },
  { source: "test/wallets/HostileWallet.sol", name: "hostileWallet" },
  { source: "test/wallets/WalletFactory.sol", name: "walletFactory" },
  { source: "test/wallets/ProxyWalletFactory.sol", name: "proxyWalletFactory" },
  { source: "test/wallets/Bundler.sol", name: "bundler" },
];
const gasFiles = ["SettlementRegistry", "SettlementCollector", "SettlementRefunder"].map(
  (group) => `snapshots/${group}.json`,
);
const checks = process.argv.includes("--check");

const differing = Object.entries(derivedFiles()).filter(([path, text]) => committed(path) !== text);

if (!checks) {
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
  // The other files are too long to print, and say less than the change to a contract does.
  for (const [path, text] of differing.filter(([path]) => gasFiles.includes(path))) {
    process.stderr.write(`${path} is\n${committed(path) ?? "missing"}\nand would be\n${text}`);
  }
  process.exitCode = 1;
}

/** Builds, and gives the text of each derived file by its path in this package. */
function derivedFiles() {
  runForge(["build"]);
  return Object.fromEntries([
    ...[...contracts, ...testContracts].map((contract) => [
      `generated/${fileOf(contract)}.ts`,
      typeScriptOf(contract),
    ]),
    ["generated/index.ts", indexOf(contracts, "src/")],
    ["generated/testing.ts", indexOf(testContracts, "test/")],
    ...(checks && !process.argv.includes("--gas") ? [] : measuredGas()),
  ]);
}

function typeScriptOf({ source, name }) {
  const artifact = `out/${basename(source)}/${basename(source, ".sol")}.json`;
  const { abi, bytecode } = JSON.parse(readFileSync(join(contractsFolder, artifact), "utf8"));
  return (
    `${header(source)}\nexport const ${name}Abi = ${JSON.stringify(abi)} as const;\n\n` +
    "/** Creation bytecode: append the ABI-encoded constructor arguments to deploy. */\n" +
    `export const ${name}Bytecode: \`0x\${string}\` = "${bytecode.object}";\n`
  );
}

function indexOf(exported, folder) {
  const lines = exported.map(
    (contract) =>
      `export { ${contract.name}Abi, ${contract.name}Bytecode } from "./${fileOf(contract)}.ts";\n`,
  );
  return `${header(folder)}\n${lines.join("")}`;
}

/** settlementRegistry is in settlement-registry.ts. */
function fileOf({ name }) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function header(source) {
  return `// Generated from ${source} by \`pnpm --filter @usance/contracts run generate\`. Do not edit.\n`;
}

/** Measured into an empty folder, so that a figure that is no longer taken cannot linger. */
function measuredGas() {
  const folder = "cache/gas";
  rmSync(join(contractsFolder, folder), { recursive: true, force: true });
  runForge(["test", "--match-contract", "GasTest", "--gas-snapshot-emit=true"], {
    FOUNDRY_SNAPSHOTS: folder,
  });
  return gasFiles.map((path) => [
    path,
    `${readFileSync(join(contractsFolder, folder, basename(path)), "utf8")}\n`,
  ]);
}

function committed(path) {
  try {
    return readFileSync(join(contractsFolder, path), "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
