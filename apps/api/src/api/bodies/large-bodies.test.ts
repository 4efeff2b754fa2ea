import { expect, test } from "vitest";
import { LargeBodies } from "./large-bodies.ts";

test("large bodies have turns one at a time, of one network after the other, and other work runs between them", async () => {
  const bodies = new LargeBodies();
  const seen: string[] = [];
  const parsed = (network: string) => bodies.turn(network).then(() => void seen.push(network));
  const all = [..."aaaabb"].map(parsed);
  const others = [0, 1, 2].map(
    () => new Promise((resolve) => setImmediate(() => resolve(seen.push("other")))),
  );

  await Promise.all([...all, ...others]);

  expect(seen.indexOf("other")).toBeLessThanOrEqual(2);
  expect(seen.filter((one) => one !== "other").join(" ")).toBe("a a b a b a");
});

test("a network that comes later goes before the rest of another's", async () => {
  const bodies = new LargeBodies();
  const seen: string[] = [];
  const parsed = (network: string) => bodies.turn(network).then(() => void seen.push(network));
  const rest = [..."aaaaaaaa"].map(parsed);
  await rest[1];

  await parsed("b");

  expect(seen.length).toBeLessThan(8);
  await Promise.all(rest);
});

test("a body that takes long is followed by a pause as long", async () => {
  const bodies = new LargeBodies();
  const begins: number[] = [];
  const parsed = async () => {
    await bodies.turn("a");
    const begin = performance.now();
    begins.push(begin);
    while (performance.now() - begin < 30);
  };

  await Promise.all([parsed(), parsed()]);

  const [first = 0, second = 0] = begins;
  expect(second - first).toBeGreaterThan(55);
});
