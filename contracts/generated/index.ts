// Generated from src/SettlementRegistry.sol by `pnpm --filter @usance/contracts run generate`. Do not edit.

export { settlementRegistryAbi, settlementRegistryBytecode } from "./settlement-registry.ts";
