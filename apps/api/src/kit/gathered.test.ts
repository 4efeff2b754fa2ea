import { expect, test } from "vitest";
import { Gathered } from "./gathered.ts";

const max = 16_384;

test("one-byte pieces are copied into at most twice their size, up to the limit", () => {
  const gathered = new Gathered(max);
  for (let length = 1; length <= max; length += 1) {
    gathered.add(Buffer.from([length % 256]));
    expect(gathered.length).toBe(length);
    expect(gathered.capacity).toBeLessThanOrEqual(Math.min(max, Math.max(1_024, 2 * length)));
  }

  const expected = Uint8Array.from({ length: max }, (_, index) => (index + 1) % 256);
  expect(Buffer.compare(gathered.take(), expected)).toBe(0);
});

test("a single piece is not copied", () => {
  const gathered = new Gathered(max);
  const piece = Buffer.from("whole");
  gathered.add(piece);

  expect(gathered.take().buffer).toBe(piece.buffer);
});

test("taken pieces are removed, and more can follow", () => {
  const gathered = new Gathered(max);
  gathered.add(Buffer.from("one"));
  gathered.take();

  expect([gathered.length, gathered.capacity]).toEqual([0, 0]);
  for (const piece of ["a", "bc"]) gathered.add(Buffer.from(piece));
  expect(Buffer.from(gathered.take()).toString()).toBe("abc");
});
