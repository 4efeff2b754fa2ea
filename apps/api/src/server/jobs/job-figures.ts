import type { Parts } from "../../operation/ports/parts.ts";

/** The backlog of one job. */
export interface JobFigures {
  readonly job: string;
  readonly waiting: number;
  /** How overdue the oldest waiting run is, in seconds. */
  readonly lateSeconds: number;
}

/** Reads the backlog of every job with waiting runs. The queue uses the database's clock. */
export function jobFigures({ db }: Pick<Parts, "db">): Promise<JobFigures[]> {
  return db.$queryRaw`
    SELECT name AS job, count(*)::integer AS waiting,
           greatest(0, extract(epoch FROM now() - min(start_after)))::float8 AS "lateSeconds"
      FROM pgboss.job WHERE state < 'active' AND NOT blocked
       AND name NOT LIKE '\\_\\_pgboss\\_\\_%'
     GROUP BY name`;
}
