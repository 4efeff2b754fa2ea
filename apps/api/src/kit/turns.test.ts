import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Shares, Turns } from "./turns.ts";

const settled = () => new Promise(setImmediate);

/** Takes a turn that is not refused. */
async function takenFrom(turns: Turns, shares: Shares): Promise<() => void> {
  const end = await turns.take(shares);
  if (end === null) throw new Error("The turn was refused.");
  return end;
}

/** Takes turns for work that ends when the test says so. */
function atWork(turns: Turns) {
  const running: { readonly name: string; readonly end: () => void }[] = [];
  const begin = async (name: string, shares: Shares) => {
    const end = await takenFrom(turns, shares);
    running.push({ name, end });
  };
  const endOne = async (index: number) => {
    running.splice(index, 1)[0]?.end();
    await settled();
  };
  const endAll = async () => {
    while (running.length > 0) await endOne(0);
  };
  return { running, begin, endOne, endAll, names: () => running.map(({ name }) => name).join(" ") };
}

const ofOwner = (owner: string, max = 1): Shares => [{ name: owner, max }];

it("an owner's queue does not delay the work of others, also where all work has a limit", async () => {
  const work = atWork(new Turns({ maxWaiting: 10, waitMs: 60_000 }));
  const shares = (owner: string): Shares => [
    { name: owner, max: 2 },
    { name: "all", max: 3 },
  ];
  for (let count = 1; count <= 6; count += 1) void work.begin(`a${count}`, shares("a"));
  void work.begin("b1", shares("b"));
  await settled();
  expect(work.names()).toBe("a1 a2 b1");

  void work.begin("c1", shares("c"));
  await settled();
  expect(work.names()).toBe("a1 a2 b1");

  await work.endOne(0);
  expect(work.names()).toBe("a2 b1 c1");

  await work.endOne(1);
  expect(work.names()).toBe("a2 c1 a3");
  await work.endAll(); // work that waits is refused after a minute
});

it("work is refused when too much of its owner waits, or when it has waited too long", async () => {
  const turns = new Turns({ maxWaiting: 1, waitMs: 50 });
  const end = await takenFrom(turns, ofOwner("a"));
  const late = turns.take(ofOwner("a"));

  expect(await turns.take(ofOwner("a"))).toBeNull();
  expect(await late).toBeNull();

  end();
  (await takenFrom(turns, ofOwner("a")))();
});

it("at most as much runs as each share allows, and everything that may run does", async () => {
  const limits = { a: 2, b: 1, x: 1, y: 2, all: 3 } as const;
  const share = (name: keyof typeof limits) => ({ name, max: limits[name] });
  const step = fc.oneof(
    fc.record({
      owner: fc.constantFrom("a" as const, "b"),
      of: fc.constantFrom("x" as const, "y"),
    }),
    fc.nat(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const work = atWork(new Turns({ maxWaiting: 100, waitMs: 60_000 }));
      const begun: Promise<void>[] = [];
      const left = () => begun.length - ended - work.running.length;
      let ended = 0;
      for (const one of steps) {
        if (typeof one === "number") {
          if (work.running.length === 0) continue;
          ended += 1;
          await work.endOne(one % work.running.length);
        } else {
          const { owner, of } = one;
          begun.push(work.begin(`${owner}${of}`, [share(owner), share(of), share("all")]));
          await settled();
        }
        const names = work.names();
        for (const name of ["a", "b", "x", "y"] as const) {
          expect(names.split(name).length - 1).toBeLessThanOrEqual(limits[name]);
        }
        expect(work.running.length).toBeLessThanOrEqual(limits.all);
        if (work.running.length === 0) expect(left()).toBe(0);
      }
      while (work.running.length > 0) {
        ended += 1;
        await work.endOne(0);
      }
      expect(left()).toBe(0);
    }),
  );
});

it("a turn that is ended twice counts once", async () => {
  const turns = new Turns({ maxWaiting: 10, waitMs: 60_000 });
  const end = await takenFrom(turns, ofOwner("a"));
  const second = turns.take(ofOwner("a"));
  end();
  end();
  await second;
  const third = turns.take(ofOwner("a")).then(() => "ran");
  expect(await Promise.race([third, sleep(50, "waits")])).toBe("waits");
});
