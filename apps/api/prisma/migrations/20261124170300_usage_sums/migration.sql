-- Texts are compared by their bytes. Rows are updated often, and each page keeps room for the next version of its rows.
CREATE TABLE "usage_sums" (
    "record_id" TEXT COLLATE "C" NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "prefix" TEXT COLLATE "C" NOT NULL,
    "quantity" DECIMAL(50,6) NOT NULL,
    "count" BIGINT NOT NULL,
    "late_quantity" DECIMAL(50,6) NOT NULL,
    "late_count" BIGINT NOT NULL,

    CONSTRAINT "usage_sums_pkey" PRIMARY KEY ("record_id","starts_at","prefix")
) WITH (fillfactor = 80);

-- CreateTable
CREATE TABLE "usage_sums_progress" (
    "server" TEXT NOT NULL,
    "through" xid8 NOT NULL,
    "older_are_added" BOOLEAN NOT NULL DEFAULT false,
    "older_created_at" TIMESTAMPTZ(3),
    "older_id" TEXT,

    CONSTRAINT "usage_sums_progress_pkey" PRIMARY KEY ("server")
);

-- Nothing is added up yet. A job adds up the events that there are, and all later ones.
INSERT INTO "usage_sums_progress" ("server", "through")
SELECT system_identifier::text, '0'::xid8 FROM pg_control_system();
