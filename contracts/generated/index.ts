// Generated from src/ by `pnpm --filter @usance/contracts run generate`. Do not edit.

export { settlementRegistryAbi, settlementRegistryBytecode } from "./settlement-registry.ts";
export { settlementCollectorAbi, settlementCollectorBytecode } from "./settlement-collector.ts";
export { settlementRefunderAbi, settlementRefunderBytecode } from "./settlement-refunder.ts";
export { settlementRegistryV1Abi, settlementRegistryV1Bytecode } from "./settlement-registry-v1.ts";
export { settlementCollectorV1Abi, settlementCollectorV1Bytecode } from "./settlement-collector-v1.ts";
export { devUsdcAbi, devUsdcBytecode } from "./dev-usdc.ts";
