-- Links with which subscribers see and change their own records.
CREATE TABLE "portal_sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "owner_id" TEXT,
    "token_hash" TEXT NOT NULL,
    "return_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "portal_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "portal_sessions_token_hash_key" ON "portal_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "portal_sessions_expires_at_idx" ON "portal_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "portal_sessions_created_at_id_idx" ON "portal_sessions"("created_at", "id");

-- CreateIndex
CREATE INDEX "portal_sessions_user_id_created_at_id_idx" ON "portal_sessions"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "portal_sessions_owner_id_created_at_id_idx" ON "portal_sessions"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "portal_sessions_owner_id_user_id_created_at_id_idx" ON "portal_sessions"("owner_id", "user_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
