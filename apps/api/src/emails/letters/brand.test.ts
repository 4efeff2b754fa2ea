import { expect, it } from "vitest";
import { brandOf } from "./brand.ts";

it.each([
  ["#ffffff", "#000000"],
  ["#ffd400", "#000000"],
  ["#000000", "#ffffff"],
  ["#1d4ed8", "#ffffff"],
  ["#767676", "#000000"],
  ["#757575", "#ffffff"],
  ["#6f6f6f", "#ffffff"],
])("text on %s is %s", (color, ink) => {
  expect(brandOf({ name: "A", branding: { color } })).toMatchObject({ color, ink });
});

it("a service without branding has the usual button and no links", () => {
  expect(brandOf({ name: "A", branding: null })).toEqual({
    name: "A",
    color: "#1d4ed8",
    ink: "#ffffff",
    links: [],
  });
});

it("a service's links are those that were given", () => {
  const branding = {
    supportUrl: "https://a.example/help",
    privacyUrl: "https://a.example/privacy",
  };
  expect(brandOf({ name: "A", branding }).links).toEqual([
    { label: "Support", url: "https://a.example/help" },
    { label: "Privacy", url: "https://a.example/privacy" },
  ]);
});
