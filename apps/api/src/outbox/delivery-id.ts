import { Prisma } from "../db/generated/client.ts";

const { sql } = Prisma;

/** There is one delivery of an event to an endpoint, so both make its id. */
export const deliveryId = (endpointId: Prisma.Sql, eventId: Prisma.Sql) =>
  sql`'d' || left(md5(${endpointId} || ${eventId}), 23)`;
