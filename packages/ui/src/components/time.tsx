import { dateText, fullTimeText, timeText } from "../words/times.ts";

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** To the second, with its time zone. */
  readonly isFull?: boolean;
  /** Without the time of the day. */
  readonly isDate?: boolean;
}

/** A time in the visitor's time zone. */
export const Time = ({ at, isFull = false, isDate = false }: TimeProps) => (
  <time dateTime={at}>{isDate ? dateText(at) : isFull ? fullTimeText(at) : timeText(at)}</time>
);
