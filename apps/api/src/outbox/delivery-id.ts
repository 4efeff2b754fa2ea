import { Prisma } from "../db/generated/client.ts";

const { sql } = Prisma;

/** The id of a delivery, made of the event and the endpoint: each pair has one delivery. */
export const deliveryId = (endpointId: Prisma.Sql, eventId: Prisma.Sql) =>
  sql`'d' || left(md5(${endpointId} || ${eventId}), 23)`;
