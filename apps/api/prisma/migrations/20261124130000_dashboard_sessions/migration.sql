-- Sessions of sellers at the dashboard.
CREATE TABLE "dashboard_sessions" (
    "id" TEXT NOT NULL,
    "owner_id" TEXT,
    "api_key_id" TEXT,
    "key_hash" TEXT,
    "wallet_address" TEXT,
    "scopes" TEXT[],
    "link_hash" TEXT NOT NULL,
    "token_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "dashboard_sessions_pkey" PRIMARY KEY ("id"),
    -- A session is of a key or of a wallet, whose end ends it.
    CONSTRAINT "dashboard_sessions_of_key_or_wallet" CHECK (("key_hash" IS NULL) <> ("wallet_address" IS NULL))
);

-- CreateIndex
CREATE UNIQUE INDEX "dashboard_sessions_link_hash_key" ON "dashboard_sessions"("link_hash");

-- CreateIndex
CREATE UNIQUE INDEX "dashboard_sessions_token_hash_key" ON "dashboard_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "dashboard_sessions_expires_at_idx" ON "dashboard_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "dashboard_sessions_created_at_id_idx" ON "dashboard_sessions"("created_at", "id");

-- CreateIndex
CREATE INDEX "dashboard_sessions_owner_id_created_at_id_idx" ON "dashboard_sessions"("owner_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "dashboard_sessions" ADD CONSTRAINT "dashboard_sessions_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
