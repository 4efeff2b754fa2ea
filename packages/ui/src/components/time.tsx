import { dateText, fullTimeText, timeText, utcText } from "../words/times.ts";

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** To the second, with its time zone. */
  readonly isFull?: boolean;
  /** Without the time of the day. */
  readonly isDate?: boolean;
}

/** A time in the visitor's time zone; in UTC where the pointer rests on it. */
export const Time = ({ at, isFull = false, isDate = false }: TimeProps) => (
  <time dateTime={at} title={utcText(at)}>
    {isDate ? dateText(at) : isFull ? fullTimeText(at) : timeText(at)}
  </time>
);
