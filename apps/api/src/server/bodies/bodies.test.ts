import { expect, test } from "vitest";
import { largeBodies } from "./bodies.ts";
import { BodyMemory } from "./body-memory.ts";

const kib = 1_024;
const bounds = {
  BODY_MEMORY_KIB: 10,
  BODY_MEMORY_PER_ADDRESS_KIB: 6,
  PUBLIC_BODY_MEMORY_KIB: 3,
  PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB: 2,
};

test("unfinished bodies of an address are limited to its share, and of all to the total", () => {
  const memory = new BodyMemory(bounds);

  expect(memory.change("keyed", "a", 6 * kib)).toBeNull();
  expect(memory.change("keyed", "a", 1)).toBe("address");
  expect(memory.change("keyed", "b", 4 * kib)).toBeNull();
  expect(memory.change("keyed", "b", 1)).toBe("process");
  expect(memory.held("keyed")).toBe(10 * kib);
  expect(memory.change("keyed", "a", -6 * kib)).toBeNull();
  expect(memory.change("keyed", "b", 1)).toBeNull();
});

test("bodies without a key do not use the memory of those with one", () => {
  const memory = new BodyMemory(bounds);
  for (const address of ["a", "b"]) memory.change("public", address, 1.5 * kib);

  expect(memory.change("public", "c", 1)).toBe("process");
  expect(memory.change("keyed", "a", 6 * kib)).toBeNull();
  expect([memory.held("public"), memory.held("keyed")]).toEqual([3 * kib, 6 * kib]);
});

test("large bodies are parsed one at a time, address by address, with other work after long ones", async () => {
  const takeTurn = largeBodies();
  const begun: { readonly address: string; readonly at: number }[] = [];
  const blockMs = 30;
  const parse = async (address: string) => {
    expect(await takeTurn(address)).toBe(true);
    const at = performance.now();
    begun.push({ address, at });
    while (performance.now() - at < blockMs);
  };

  await Promise.all(["a", "a", "a", "b", "b"].map(parse));

  expect(begun.map(({ address }) => address).join("")).toBe("aabab");
  for (const [index, { at }] of begun.slice(1).entries()) {
    expect(at - (begun[index]?.at ?? 0)).toBeGreaterThanOrEqual(1.9 * blockMs);
  }
});
