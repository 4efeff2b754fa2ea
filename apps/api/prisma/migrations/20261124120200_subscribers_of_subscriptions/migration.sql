-- The user's row is locked, so that a change of its e-mail address comes before this or finds the new rows.
-- A migration is split at its semicolons, so within the function they are written as \003B.
CREATE FUNCTION "note_subscribers"() RETURNS trigger LANGUAGE plpgsql AS U&'
BEGIN
  WITH "people" AS MATERIALIZED (
    SELECT "id", lower("email") AS "email_key" FROM "users"
     WHERE "id" IN (SELECT "user_id" FROM "started") ORDER BY "id" FOR SHARE
  )
  INSERT INTO "subscribers" ("tenant", "id", "email_key", "created_at")
  SELECT "of"."tenant", "people"."id", "people"."email_key", min("started"."created_at")
    FROM "started"
    JOIN "people" ON "people"."id" = "started"."user_id"
   CROSS JOIN LATERAL (VALUES ("started"."owner_id"), ('''')) AS "of" ("tenant")
   GROUP BY 1, 2, 3 ORDER BY 2, 1
  ON CONFLICT ("id", "tenant") DO NOTHING\003B
  RETURN NULL\003B
END';

CREATE TRIGGER "subscriptions_note_subscribers" AFTER INSERT ON "subscriptions"
REFERENCING NEW TABLE AS "started" FOR EACH STATEMENT EXECUTE FUNCTION "note_subscribers"();
