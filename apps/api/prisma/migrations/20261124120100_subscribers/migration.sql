-- Texts are compared by their bytes, so that an index finds those with a prefix.
CREATE TABLE "subscribers" (
    "tenant" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "email_key" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscribers_pkey" PRIMARY KEY ("id","tenant")
);

-- CreateIndex
CREATE INDEX "subscribers_tenant_id_idx" ON "subscribers"("tenant", "id");

-- CreateIndex
CREATE INDEX "subscribers_tenant_created_at_id_idx" ON "subscribers"("tenant", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscribers_tenant_email_key_id_idx" ON "subscribers"("tenant", "email_key", "id");
