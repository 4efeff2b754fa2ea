import { useSyncExternalStore } from "react";
import type { Discovery, Wallet } from "./discovery.ts";

export const useWallets = ({ subscribe, wallets }: Discovery): readonly Wallet[] =>
  useSyncExternalStore(subscribe, wallets);
