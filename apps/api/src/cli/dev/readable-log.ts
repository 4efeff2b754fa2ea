import { styleText } from "node:util";
import { requestAnswered } from "../../server/request-log.ts";

type Style = Parameters<typeof styleText>[0];

/** A line of the service's log. */
interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
  readonly method?: string;
  readonly door?: string;
  readonly route?: string;
  readonly path?: string;
  readonly warning?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly reason?: string;
  readonly failure?: string;
  readonly err?: DescribedError;
}

interface DescribedError {
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
}

/** How long the same trouble is not shown again, in milliseconds: loops and jobs meet it every few seconds. */
const quietMs = 60_000;

/**
 * Makes the log's JSON lines readable for a developer: a short line for each request, and one for each warning and
 * error.
 *
 * @returns a function that returns the text of a line; null for a trouble that was shown less than a minute ago
 */
export function readableLog({
  colors,
}: {
  readonly colors: boolean;
}): (json: string) => string | null {
  const paint = (style: Style, text: string) =>
    colors ? styleText(style, text, { validateStream: false }) : text;
  const shownAt = new Map<string, number>();
  return (json) => {
    const line: Line = JSON.parse(json);
    const isRequest = line.status !== undefined && line.method !== undefined;
    const text = isRequest ? requestText(line, paint) : troubleText(line, paint);
    if (!isRequest) {
      const time = Date.parse(line.time);
      const last = shownAt.get(text);
      if (last !== undefined && time - last < quietMs) return null;
      shownAt.set(text, time);
    }
    return `${paint("dim", clockTime(line.time))} ${text}`;
  };
}

type Paint = (style: Style, text: string) => string;

/** `POST /api/v1/services 201 14 ms`, and the reason of a failure. */
function requestText(
  { method = "", door, route = "", path, warning, status = 0, durationMs, reason, msg }: Line,
  paint: Paint,
): string {
  const where = path ?? (door === "trpc" || door === "mcp" ? `/${door}/${route}` : route);
  const isCut = msg !== requestAnswered;
  const parts = [
    method.padEnd(6),
    where,
    isCut ? "cut" : paint(colorOf(status), String(status)),
    paint("dim", `${durationMs} ms`),
    ...(isCut ? [msg] : []),
    ...(reason === undefined ? [] : [paint(colorOf(status), printable(reason))]),
    ...(warning === undefined ? [] : [paint("yellow", printable(warning))]),
  ];
  return parts.join(" ");
}

function troubleText({ level, msg, reason, failure, err }: Line, paint: Paint): string {
  const why = [reason, failure, err && messageOf(err)].filter((one) => one !== undefined);
  const name = level >= 50 ? paint("red", "ERROR ") : level >= 40 ? paint("yellow", "WARN  ") : "";
  const said = `${name}${printable([msg, ...why].join(": "))}`;
  // Without a code, the error is most likely a mistake in the code.
  const frames = err?.code === undefined ? (err?.stack?.split("\n").slice(1, 6) ?? []) : [];
  return [said, ...frames.map((frame) => paint("dim", printable(frame)))].join("\n");
}

function messageOf({ message, code }: DescribedError): string {
  const text =
    message
      .split("\n")
      .findLast((line) => line.trim() !== "")
      ?.trim() ?? "";
  return code === undefined || text.includes(code) ? text : `${text} (${code})`;
}

function colorOf(status: number): "green" | "cyan" | "yellow" | "red" {
  if (status >= 500) return "red";
  if (status >= 400) return "yellow";
  return status >= 300 ? "cyan" : "green";
}

const clockTime = (time: string) => new Date(time).toTimeString().slice(0, 8);

/** A caller's text must not reach the terminal as control characters. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, " ");

/**
 * Whether a line of the log is shown while the service starts: warnings and errors, but no requests. Those are the
 * command's own, and it ends with the error if one of them fails unexpectedly.
 */
export function isShownAtStart(line: string): boolean {
  const { level, msg }: { readonly level: number; readonly msg?: string } = JSON.parse(line);
  return level >= 40 && msg !== requestAnswered;
}
