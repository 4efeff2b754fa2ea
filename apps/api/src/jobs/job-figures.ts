import type { Parts } from "../ports/parts.ts";

/** How it stands with a job of which one waits to be run. */
export interface JobFigures {
  readonly job: string;
  readonly waiting: number;
  /** By how much the oldest of them is late, in seconds. */
  readonly lateSeconds: number;
}

/** Of each job that waits: what has run is not looked at. The clock is the queue's own, the database's. */
export function jobFigures({ db }: Pick<Parts, "db">): Promise<JobFigures[]> {
  return db.$queryRaw`
    SELECT name AS job, count(*)::integer AS waiting,
           greatest(0, extract(epoch FROM now() - min(start_after)))::float8 AS "lateSeconds"
      FROM pgboss.job WHERE state < 'active' AND NOT blocked
       AND name NOT LIKE '\\_\\_pgboss\\_\\_%'
     GROUP BY name`;
}
