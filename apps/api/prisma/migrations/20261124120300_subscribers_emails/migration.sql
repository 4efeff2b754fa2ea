-- A migration is split at its semicolons, so within the function they are written as \003B.
CREATE FUNCTION "note_subscriber_email"() RETURNS trigger LANGUAGE plpgsql AS U&'
BEGIN
  UPDATE "subscribers" SET "email_key" = lower(NEW."email") WHERE "id" = NEW."id"\003B
  RETURN NULL\003B
END';

CREATE TRIGGER "users_note_subscriber_email" AFTER UPDATE OF "email" ON "users"
FOR EACH ROW WHEN (OLD."email" IS DISTINCT FROM NEW."email") EXECUTE FUNCTION "note_subscriber_email"();
