import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { forRows } from "../../../test/harness/for-rows.ts";
import { pageOperation } from "../../operation/define.ts";
import { routeTable } from "./route-table.ts";

const at = (name: string, route: Parameters<typeof pageOperation>[0]) =>
  pageOperation(route, {
    name: `services.${name}`,
    summary: "",
    output: z.object({}),
    run: () => ({}),
  });

const placeOf = routeTable([
  at("list", "GET /things"),
  at("create", "POST /things"),
  at("summary", "GET /things/summary"),
  at("get", "GET /things/{thingId}"),
  at("update", "PATCH /things/{thingId}"),
  at("part", "GET /things/{thingId}/parts/{partId}"),
]);

/** Any character that UTF-8 can carry. */
const codePoint = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));

function find(method: string, path: string) {
  const place = placeOf(path);
  const operation = place?.operations.get(method);
  return operation === undefined ? null : { name: operation.name, ...place?.parameters };
}

test("a path finds the operation of its method", () => {
  expect(find("GET", "/api/v1/things")).toEqual({ name: "services.list" });
  expect(find("POST", "/api/v1/things")).toEqual({ name: "services.create" });
  expect(find("PATCH", "/api/v1/things/a")).toEqual({ name: "services.update", thingId: "a" });
});

test("distinguishes several parameters", () => {
  expect(find("GET", "/api/v1/things/a/parts/b")).toEqual({
    name: "services.part",
    thingId: "a",
    partId: "b",
  });
});

test("a static part takes precedence over a parameter, even if it lacks the method", () => {
  expect(find("GET", "/api/v1/things/summary")).toEqual({ name: "services.summary" });
  expect(find("PATCH", "/api/v1/things/summary")).toBeNull();
});

test("a trailing slash is ignored", () => {
  expect(find("GET", "/api/v1/things/")).toEqual({ name: "services.list" });
  expect(find("GET", "/api/v1/things/a/")).toEqual({ name: "services.get", thingId: "a" });
});

test("a parameter is percent-decoded once", () => {
  expect(find("GET", "/api/v1/things/a%2Fb%20%C3%A9")).toEqual({
    name: "services.get",
    thingId: "a/b é",
  });
  expect(find("GET", "/api/v1/things/%2541")).toEqual({ name: "services.get", thingId: "%41" });
});

test("any parameter value round-trips exactly", () => {
  const wellFormed = fc.array(codePoint, { minLength: 1 }).map((points) => points.join(""));
  const id = wellFormed.filter((text) => text !== "summary");
  fc.assert(
    fc.property(id, id, (thingId, partId) => {
      const path = `/api/v1/things/${encodeURIComponent(thingId)}/parts/${encodeURIComponent(partId)}`;
      expect(find("GET", path)).toEqual({ name: "services.part", thingId, partId });
    }),
  );
});

test("other paths match nothing", () =>
  forRows(
    [
      ["an unknown path", "/api/v1/nothings"],
      ["a path with an extra part", "/api/v1/things/a/parts/b/c"],
      ["a path that ends early", "/api/v1/things/a/parts"],
      ["the root", "/"],
      ["no path", ""],
      ["a path in another case", "/api/v1/Things"],
      ["an encoded static part", "/api/v1/%74hings"],
      ["a path outside the API's root", "/things"],
      ["an empty part at the start", "//api/v1/things"],
      ["an empty part at the end", "/api/v1/things//"],
      ["an empty parameter", "/api/v1/things//parts/b"],
      ["a lone percent sign", "/api/v1/things/%"],
      ["a percent sign without hex", "/api/v1/things/%zz"],
      ["a byte that is not UTF-8", "/api/v1/things/%ff"],
      ["an overlong encoding", "/api/v1/things/%c0%af"],
      ["an encoded surrogate", "/api/v1/things/%ed%a0%80"],
      ["__proto__ as a path", "/__proto__"],
      ["__proto__ below the root", "/api/v1/__proto__"],
      ["constructor below the root", "/api/v1/constructor"],
      ["toString below a parameter", "/api/v1/things/a/toString"],
    ],
    (_, path) => {
      expect(find("GET", path)).toBeNull();
    },
  ));

test("a method that a path lacks matches nothing", () =>
  forRows(["DELETE", "PUT", "get", "", "__proto__", "constructor"], (method) => {
    expect(find(method, "/api/v1/things")).toBeNull();
    expect(find(method, "/api/v1/things/a")).toBeNull();
  }));

test("a word of JavaScript's objects is an ordinary parameter value", () =>
  forRows(["__proto__", "constructor", "toString", "hasOwnProperty"], (word) => {
    expect(find("GET", `/api/v1/things/${word}`)).toEqual({ name: "services.get", thingId: word });
  }));

test("a path has operations for its methods", () =>
  forRows(
    [
      ["/api/v1/things", ["GET", "POST"]],
      ["/api/v1/things/a", ["GET", "PATCH"]],
      ["/api/v1/things/summary", ["GET"]],
      ["/api/v1/things/a/parts", []],
      ["/api/v1/nothings", []],
    ],
    (path, methods) => {
      expect([...(placeOf(path)?.operations.keys() ?? [])]).toEqual(methods);
    },
  ));

test("two parameter names for the same path part are refused at construction", () => {
  const torn = [at("get", "GET /things/{thingId}"), at("update", "PATCH /things/{id}")];
  expect(() => routeTable(torn)).toThrow("Two names for one path part: {id}");
});
