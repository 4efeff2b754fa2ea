import { usualLimit } from "../../kit/lists.ts";
import { read } from "../../operation/define.ts";
import { ServicePage, ServiceQuery } from "../../schemas/services.ts";
import { answeredService } from "./answered-service.ts";
import { findServicePage, findServices } from "./store.ts";

/** docs/specification.md, section 4, GET /services. Paging is optional: by default the list is whole. */
export const listServices = read("GET /services", {
  name: "services.list",
  cost: "large",
  summary: "List services, newest first",
  description:
    "Returns all services with their owners and plans. With `limit` or `cursor` it returns one page and `nextCursor`.",
  input: ServiceQuery,
  output: ServicePage,
  run: async ({ db, tenant }, { limit, cursor }) => {
    if (limit === undefined && cursor === undefined) {
      return { services: (await findServices(db, tenant)).map(answeredService) };
    }
    const page = { limit: limit ?? usualLimit, cursor };
    const { rows, next } = await findServicePage(db, tenant, page);
    return { services: rows.map(answeredService), nextCursor: next };
  },
});
