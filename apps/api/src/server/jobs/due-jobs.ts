import type { Queryable } from "../../db/client.ts";
import type { Parts } from "../../operation/ports/parts.ts";

/*
 * When each job runs next, in one row for each job. All processes go by the database's clock.
 */

/** Adds the jobs that have no row yet. They first run at the next full minute. */
export async function addJobs(db: Queryable, names: readonly string[]): Promise<void> {
  await db.$executeRaw`
    INSERT INTO jobs (name, next_run_at)
    SELECT name, date_trunc('minute', now()) + interval '1 minute' FROM unnest(${names}::text[]) AS name
        ON CONFLICT DO NOTHING`;
}

/**
 * Claims the jobs that are due, and moves each to the next full minute. Of several processes, one gets a job. If it dies,
 * another gets the job at that minute.
 *
 * @returns the names of the claimed jobs
 */
export async function claimDueJobs(db: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    UPDATE jobs SET next_run_at = date_trunc('minute', now()) + interval '1 minute'
      FROM (SELECT name FROM jobs WHERE name = ANY(${names}) AND next_run_at <= now()
             FOR UPDATE SKIP LOCKED) AS due
     WHERE jobs.name = due.name RETURNING jobs.name`;
  return rows.map(({ name }) => name);
}

/** The backlog of one job. */
export interface JobFigures {
  readonly job: string;
  /** 1 if a run is due that no process has begun. */
  readonly waiting: number;
  /** How overdue that run is, in seconds. */
  readonly lateSeconds: number;
}

/** Reads the backlog of some jobs. */
export function jobFigures({ db }: Parts, names: readonly string[]): Promise<JobFigures[]> {
  return db.$queryRaw`
    SELECT name AS job, (next_run_at <= now())::integer AS waiting,
           greatest(0, extract(epoch FROM now() - next_run_at))::float8 AS "lateSeconds"
      FROM jobs WHERE name = ANY(${names})`;
}
