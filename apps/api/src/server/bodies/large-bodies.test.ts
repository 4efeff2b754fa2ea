import { expect, it } from "vitest";
import { LargeBodies } from "./large-bodies.ts";

it("parses large bodies one at a time, address by address, with other work after long ones, and small ones at once", async () => {
  const bodies = new LargeBodies();
  const begun: { readonly address: string; readonly at: number }[] = [];
  const blockMs = 30;
  const parse = async (address: string, bytes: number) => {
    expect(await bodies.turn(address, bytes)).toBe(true);
    const at = performance.now();
    begun.push({ address, at });
    while (bytes > 65_536 && performance.now() - at < blockMs);
  };

  const all = ["a", "a", "a", "b", "b"].map((address) => parse(address, 100_000));
  await parse("c", 1_000);
  expect(begun.slice(0, 2).map(({ address }) => address)).toContain("c");
  await Promise.all(all);

  const large = begun.filter(({ address }) => address !== "c");
  expect(large.map(({ address }) => address).join("")).toBe("aabab");
  for (const [index, { at }] of large.slice(1).entries()) {
    expect(at - (large[index]?.at ?? 0)).toBeGreaterThanOrEqual(1.9 * blockMs);
  }
});
