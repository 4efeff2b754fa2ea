import { expect, it } from "vitest";
import { banner } from "./banner.ts";

const local = {
  databaseUrl: undefined,
  rpcUrl: undefined,
  checkoutUrl: undefined,
  dashboardUrl: "http://localhost:3000/dashboard/sign-in#token",
};

it("shows localhost for a service that listens on all addresses, as in a container", () => {
  const text = banner("http://0.0.0.0:3000", "usance_key", local);

  expect(text).toContain("REST      http://localhost:3000/api/v1");
  expect(text).not.toContain("0.0.0.0");
});

it("shows any other address as it is", () => {
  expect(banner("http://10.0.0.7:3000", "usance_key", local)).toContain(
    "http://10.0.0.7:3000/docs",
  );
});
