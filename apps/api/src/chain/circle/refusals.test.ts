import { describe, expect, test } from "vitest";
import { ProviderRefused, ProviderUnavailable } from "./errors.ts";
import { refusalError } from "./refusals.ts";

describe("a refusal is permanent", () => {
  test.each([
    [400, 2],
    [400, 155208],
    [400, 156013],
    [400, 999_999],
    [404, 156001],
    [422, 2],
  ])("with %i and code %i", (status, code) => {
    expect(refusalError({ status, code })).toBeInstanceOf(ProviderRefused);
  });
});

describe("a refusal is temporary", () => {
  test.each([401, 403, 408, 409, 429])("with %i whatever the code", (status) => {
    expect(refusalError({ status, code: 2 })).toBeInstanceOf(ProviderUnavailable);
  });

  test.each([
    ["of every request", -1],
    ["for missing gas money", 155258],
    ["for too many waiting requests", 155264],
    ["for a repeated ciphertext", 156004],
    ["for a used idempotency key", 156020],
  ])("with a code %s", (_, code) => {
    expect(refusalError({ status: 400, code })).toBeInstanceOf(ProviderUnavailable);
  });

  test.each([400, 404])("with %i and no code", (status) => {
    expect(refusalError({ status, code: null })).toBeInstanceOf(ProviderUnavailable);
  });
});
