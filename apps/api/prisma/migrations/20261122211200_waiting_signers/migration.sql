ALTER TABLE "signers" ADD COLUMN "waiting_block" BIGINT,
-- squawk-ignore prefer-bigint-over-int
ADD COLUMN "waiting_nonce" INTEGER,
ADD COLUMN "waiting_since" TIMESTAMPTZ(3);
