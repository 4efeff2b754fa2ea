import * as chains from "viem/chains";
import { expect, it } from "vitest";
import { isTestChain, localChains, testnets } from "./config.ts";
import { explorers } from "./explorers.ts";

const known = Object.values(chains).filter((chain) => typeof chain === "object" && "id" in chain);

it("every testnet of the table is a testnet of viem, under its name", () => {
  const ofViem = (id: number) => known.find((chain) => chain.id === id && chain.testnet)?.name;
  for (const [id, name] of Object.entries(testnets)) expect(ofViem(Number(id)), id).toBe(name);
});

it("every explorer of the table is the one of viem's chain", () => {
  const ofViem = (id: number) =>
    known.find((chain) => chain.id === id)?.blockExplorers?.default.url;
  for (const [id, url] of Object.entries(explorers)) expect(ofViem(Number(id)), id).toBe(url);
});

it("no chain that viem does not call a testnet is a test chain, apart from local ones", () => {
  const real = known.filter(({ id, testnet }) => testnet !== true && !(id in localChains));
  expect(real.filter(({ id }) => isTestChain(id))).toEqual([]);
  expect(isTestChain(8453)).toBe(false);
});
