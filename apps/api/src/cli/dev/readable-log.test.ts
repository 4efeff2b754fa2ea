import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { isShownAtStart, readableLog } from "./readable-log.ts";

const at = "2026-11-23T12:03:04.000Z";

/** @returns what the lines look like, without their times */
function shown(lines: readonly object[], colors = false): (string | null)[] {
  const read = readableLog({ colors });
  return lines.map(
    (line) =>
      read(JSON.stringify({ level: 20, time: at, ...line }))?.slice(colors ? 18 : 9) ?? null,
  );
}

const request = { method: "GET", door: "rest", durationMs: 3, msg: "request answered" };

it("shows a request in one line", () =>
  forRows(
    [
      [{ route: "/api/v1/services", status: 200 }, "GET    /api/v1/services 200 3 ms"],
      [
        { door: "trpc", route: "services.get", status: 404, reason: "Service was not found." },
        "GET    /trpc/services.get 404 3 ms Service was not found.",
      ],
      [
        { method: "POST", door: "mcp", route: "tools/list", status: 200 },
        "POST   /mcp/tools/list 200 3 ms",
      ],
      [
        { route: "none", path: "/api/v1/servces", status: 404, reason: "Not found." },
        "GET    /api/v1/servces 404 3 ms Not found.",
      ],
      [
        { method: "DELETE", route: "/a/{id}", status: 200, msg: "caller left before the answer" },
        "DELETE /a/{id} cut 3 ms caller left before the answer",
      ],
      [{ route: "/a", status: 201, warning: "Ignored: b." }, "GET    /a 201 3 ms Ignored: b."],
      [
        { route: "/a", status: 400, reason: "\u001b[2Jname\u009b\n" },
        "GET    /a 400 3 ms  [2Jname  ",
      ],
    ],
    (line, text) => {
      expect(shown([{ ...request, ...line }])).toEqual([text]);
    },
  ));

it("shows the reason of a warning and of an error, and where one without a code comes from", () => {
  const stack = "TypeError: x\n    at one.ts:1\n    at two.ts:2";

  expect(
    shown([
      { level: 40, msg: "chain unavailable", reason: "It is away. (http://127.0.0.1:1)" },
      {
        level: 50,
        msg: "failed",
        err: { message: "\nInvalid:\n\nno answer", code: "P1001", stack },
      },
      { level: 50, msg: "failed", err: { message: "x is undefined", stack } },
    ]),
  ).toEqual([
    "WARN  chain unavailable: It is away. (http://127.0.0.1:1)",
    "ERROR failed: no answer (P1001)",
    "ERROR failed: x is undefined\n    at one.ts:1\n    at two.ts:2",
  ]);
});

it("shows the same trouble once a minute, and each request", () => {
  const trouble = {
    level: 50,
    msg: "due jobs could not be claimed",
    err: { message: "gone", code: "E" },
  };
  const later = { ...trouble, time: "2026-11-23T12:04:05.000Z" };
  const answered = { ...request, route: "/a", status: 200 };

  const texts = shown([trouble, trouble, later, answered, answered]);

  expect(texts.map((text) => text !== null)).toEqual([true, false, true, true, true]);
});

it("colors the status", () => {
  const statuses = [200, 301, 404, 503].map((status) => ({ ...request, route: "/a", status }));

  expect(shown(statuses, true)).toEqual(
    [
      [32, 200],
      [36, 301],
      [33, 404],
      [31, 503],
    ].map(([color, status]) =>
      expect.stringContaining(`/a \u001b[${color}m${status}\u001b[39m \u001b[2m3 ms\u001b[22m`),
    ),
  );
});

it("while the service starts, errors and warnings are shown, and what is normal is not", () =>
  forRows(
    [
      ["an error", { level: 50, msg: "a job failed" }, true],
      ["a warning", { level: 40, msg: "slow query" }, true],
      ["what is normal", { level: 30, msg: "listening" }, false],
      ["a request", { level: 20, msg: "request answered", status: 201 }, false],
      [
        "a request that fails as expected",
        { level: 50, msg: "request answered", status: 500 },
        false,
      ],
    ],
    (_, line, isShown) => {
      expect(isShownAtStart(JSON.stringify(line))).toBe(isShown);
    },
  ));
