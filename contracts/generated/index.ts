// Generated from src/ by `pnpm --filter @usance/contracts run generate`. Do not edit.

export { settlementRegistryAbi, settlementRegistryBytecode } from "./settlement-registry.ts";
export { settlementCollectorAbi, settlementCollectorBytecode } from "./settlement-collector.ts";
export { settlementRefunderAbi, settlementRefunderBytecode } from "./settlement-refunder.ts";
export { devUsdcAbi, devUsdcBytecode } from "./dev-usdc.ts";
