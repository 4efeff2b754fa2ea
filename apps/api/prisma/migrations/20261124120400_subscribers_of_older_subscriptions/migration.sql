-- Those of subscriptions that are older than the trigger. Only changes of e-mail addresses wait for it.
WITH "started" AS MATERIALIZED (
  SELECT "user_id", "owner_id", min("created_at") AS "created_at" FROM "subscriptions" GROUP BY 1, 2
), "people" AS MATERIALIZED (
  SELECT "id", lower("email") AS "email_key" FROM "users"
   WHERE "id" IN (SELECT "user_id" FROM "started") ORDER BY "id" FOR SHARE
)
INSERT INTO "subscribers" ("tenant", "id", "email_key", "created_at")
SELECT "of"."tenant", "people"."id", "people"."email_key", min("started"."created_at")
  FROM "started"
  JOIN "people" ON "people"."id" = "started"."user_id"
 CROSS JOIN LATERAL (VALUES ("started"."owner_id"), ('')) AS "of" ("tenant")
 GROUP BY 1, 2, 3 ORDER BY 2, 1
ON CONFLICT ("id", "tenant") DO UPDATE
  SET "created_at" = least("subscribers"."created_at", excluded."created_at");
