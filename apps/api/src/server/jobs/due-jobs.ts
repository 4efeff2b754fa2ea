import type { Queryable } from "../../db/client.ts";
import type { Parts } from "../../operation/ports/parts.ts";

/*
 * When each job runs next, in one row for each job. All processes go by the database's clock.
 */

/**
 * Claims the jobs that are due, and moves each to the next full minute. Of several processes, one gets a job. If it dies,
 * another gets the job at that minute. A job without a row is due, and so is one whose time is further ahead than a claim
 * moves it: the database's clock was ahead.
 *
 * @returns the names of the claimed jobs
 */
export async function claimDueJobs(db: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    INSERT INTO jobs (name, next_run_at)
    SELECT name, date_trunc('minute', now()) + interval '1 minute' FROM unnest(${names}::text[]) AS given (name)
     WHERE NOT EXISTS (SELECT FROM jobs WHERE jobs.name = given.name
                          AND next_run_at > now() AND next_run_at <= now() + interval '2 minutes')
     ORDER BY name
        ON CONFLICT (name) DO UPDATE SET next_run_at = excluded.next_run_at
     WHERE jobs.next_run_at <= now() OR jobs.next_run_at > now() + interval '2 minutes'
    RETURNING name`;
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
