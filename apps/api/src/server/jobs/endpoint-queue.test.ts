import { expect, it } from "vitest";
import type { TakenDelivery } from "../../notify/webhooks/deliveries/deliver.ts";
import { EndpointQueue } from "./endpoint-queue.ts";

/** A queue with two attempts at a time, and so many deliveries in it. */
function aQueue(count: number) {
  let ms = 0;
  const queue = new EndpointQueue(2, () => ms);
  const add = (id: number) => queue.add({ id: String(id) } as TakenDelivery);
  for (let id = 0; id < count; id += 1) add(id);
  return {
    queue,
    add,
    pass: (more: number) => {
      ms += more;
    },
  };
}

const idsOf = (deliveries: readonly TakenDelivery[]) => deliveries.map(({ id }) => id);

it("attempts so many at a time, in their order", () => {
  const { queue } = aQueue(3);
  expect([queue.next()?.id, queue.next()?.id, queue.next()]).toEqual(["0", "1", null]);
  queue.end(true);
  expect([queue.next()?.id, queue.next()]).toEqual(["2", null]);
  expect(queue.size).toBe(2);
});

it("claims nothing ahead for an endpoint that has not answered", () => {
  const { queue, pass } = aQueue(2);
  queue.next();
  pass(500);
  expect(queue.ahead()).toBe(0);
});

it("claims ahead what arrives in a tenth of a second, at most 320", () => {
  const { queue, add, pass } = aQueue(0);
  const arrive = (count: number) => {
    for (let id = 0; id < count; id += 1) {
      add(id);
      queue.next();
      queue.end(true);
    }
  };
  arrive(48);
  pass(200);
  expect(queue.ahead()).toBe(24);
  arrive(48);
  pass(5);
  expect(queue.ahead()).toBe(320);
  pass(5);
  expect(queue.ahead()).toBe(0);
});

it("after a failure gives back what waits, and claims nothing ahead", () => {
  const { queue, pass } = aQueue(4);
  queue.next();
  queue.next();
  queue.end(true);
  expect(idsOf(queue.end(false))).toEqual(["2", "3"]);
  pass(1);
  expect(queue.ahead()).toBe(0);
  expect(queue.size).toBe(0);
});

it("gives back what has waited for a second", () => {
  const { queue, add, pass } = aQueue(3);
  pass(999);
  add(3);
  expect(queue.takeStale()).toEqual([]);
  pass(1);
  expect(idsOf(queue.takeStale())).toEqual(["0", "1", "2"]);
  expect(idsOf(queue.takeAll())).toEqual(["3"]);
});
