import { expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { dashboardRequest } from "./dashboard-request.ts";

const secure = "https://pay.example.com/dashboard";
const plain = "http://localhost:3000/dashboard";

it("takes one cookie name per transport, whatever other cookies a neighbor has set", () =>
  forRows<[string, string, string | undefined]>(
    [
      [secure, "__Host-usance-dashboard=own", "own"],
      [secure, "usance-dashboard=tossed; __Host-usance-dashboard=own", "own"],
      [secure, "usance-dashboard=tossed", undefined],
      [secure, "a__Host-usance-dashboard=tossed; x=__Host-usance-dashboard=tossed", undefined],
      [secure, "\u00a0__Host-usance-dashboard=tossed", undefined],
      [secure, "a=b;\u00a0__Host-usance-dashboard=tossed; __Host-usance-dashboard=own", "own"],
      [secure, "a=b;__Host-usance-dashboard=own;c=d", "own"],
      [plain, "usance-dashboard=own", "own"],
      [plain, "__Host-usance-dashboard=other; usance-dashboard=own", "own"],
      [plain, "__Host-usance-dashboard=other", undefined],
    ],
    async (dashboardUrl, cookie, token) => {
      const headers = { "usance-dashboard": "1", "sec-fetch-site": "same-origin", cookie };
      expect(dashboardRequest({ method: "GET", headers }, dashboardUrl).token).toBe(token);
    },
  ));
