import { expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { parseDatabaseUrl } from "./database-url.ts";

it("reads the servers of a URL", () =>
  forRows(
    [
      ["postgres://u:p@host/db", [{ host: "host", port: 5_432 }], false],
      ["postgresql://host:6432/db?sslmode=require", [{ host: "host", port: 6_432 }], false],
      ["postgres://u:p@host/db?target_session_attrs=any", [{ host: "host", port: 5_432 }], false],
      [
        "postgres://u:p@host/db?target_session_attrs=read-write",
        [{ host: "host", port: 5_432 }],
        true,
      ],
      ["postgres:///db?host=/run/postgresql", [{ host: "/run/postgresql", port: 5_432 }], false],
      [
        "postgres://u:p%40@one:5432,[::1]:5433,10.0.0.1/db?target_session_attrs=primary",
        [
          { host: "one", port: 5_432 },
          { host: "::1", port: 5_433 },
          { host: "10.0.0.1", port: 5_432 },
        ],
        true,
      ],
      [
        "postgres://u@one,two/db",
        [
          { host: "one", port: 5_432 },
          { host: "two", port: 5_432 },
        ],
        true,
      ],
    ],
    (text, servers, checksServer) => {
      expect(parseDatabaseUrl(text)).toMatchObject({ servers, checksServer });
    },
  ));

it("gives the URL of each server alone", () => {
  const text = "postgres://u:p@one:5432,two/db?sslmode=require&target_session_attrs=read-write";

  expect(parseDatabaseUrl(text)?.urls).toEqual([
    "postgres://u:p@one:5432/db?sslmode=require",
    "postgres://u:p@two/db?sslmode=require",
  ]);
});

it("refuses other text", () =>
  forRows(
    [
      "mysql://host/db",
      "host=db password=secret",
      "postgres://one:5432,two:port/db",
      "postgres://one,two/db?target_session_attrs=read-only",
      "postgres://one/db?target_session_attrs=prefer-standby",
      "",
    ],
    (text) => {
      expect(parseDatabaseUrl(text)).toBe(null);
    },
  ));
