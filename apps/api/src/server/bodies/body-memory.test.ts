import { expect, test } from "vitest";
import { BodyMemory } from "./body-memory.ts";

const kib = 1_024;
const memory = () =>
  new BodyMemory({
    BODY_MEMORY_KIB: 10,
    BODY_MEMORY_PER_ADDRESS_KIB: 6,
    PUBLIC_BODY_MEMORY_KIB: 3,
    PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB: 2,
  });

test("limits an address to its share, and the process to the total", () => {
  const all = memory();
  const one = all.hold("keyed", "a");
  const same = all.hold("keyed", "a");
  const other = all.hold("keyed", "b");

  expect(one.to(4 * kib)).toBeNull();
  expect(same.to(2 * kib)).toBeNull();
  expect(same.to(2 * kib + 1)).toBe("address");
  expect(other.to(4 * kib)).toBeNull();
  expect(other.to(4 * kib + 1)).toBe("process");
  expect(all.held("keyed")).toBe(10 * kib);
});

test("a refused request takes no memory, and released memory can be reused", () => {
  const all = memory();
  const one = all.hold("keyed", "a");
  one.to(6 * kib);
  expect(one.to(7 * kib)).toBe("address");
  expect(all.held("keyed")).toBe(6 * kib);

  expect(one.to(1)).toBeNull();
  const other = all.hold("keyed", "a");
  expect(other.to(6 * kib - 1)).toBeNull();
  for (const hold of [one, other, one]) hold.release();
  expect(all.held("keyed")).toBe(0);
  expect(one.to(6 * kib)).toBeNull();
});

test("requests without a key do not use the memory reserved for keys", () => {
  const all = memory();
  for (const address of ["a", "b"]) all.hold("public", address).to(1.5 * kib);

  expect(all.hold("public", "c").to(1)).toBe("process");
  expect(all.hold("keyed", "a").to(6 * kib)).toBeNull();
  expect([all.held("public"), all.held("keyed")]).toEqual([3 * kib, 6 * kib]);
});
