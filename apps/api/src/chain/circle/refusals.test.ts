import { describe, expect, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { ProviderRefused, ProviderUnavailable, refusalError } from "./refusals.ts";

describe("a refusal is permanent", () => {
  test("with another status and code", () =>
    forRows(
      [
        [400, 2],
        [400, 155208],
        [400, 156013],
        [400, 999_999],
        [404, 156001],
        [422, 2],
      ],
      (status, code) => {
        expect(refusalError({ status, code })).toBeInstanceOf(ProviderRefused);
      },
    ));
});

describe("a refusal is temporary", () => {
  test("with a status that says nothing about the request, whatever the code", () =>
    forRows([401, 403, 408, 409, 429], (status) => {
      expect(refusalError({ status, code: 2 })).toBeInstanceOf(ProviderUnavailable);
    }));

  test("with a code of a temporary problem", () =>
    forRows(
      [
        ["of every request", -1],
        ["for missing gas money", 155258],
        ["for too many waiting requests", 155264],
        ["for a repeated ciphertext", 156004],
        ["for a used idempotency key", 156020],
      ],
      (_, code) => {
        expect(refusalError({ status: 400, code })).toBeInstanceOf(ProviderUnavailable);
      },
    ));

  test("without a code", () =>
    forRows([400, 404], (status) => {
      expect(refusalError({ status, code: null })).toBeInstanceOf(ProviderUnavailable);
    }));
});
