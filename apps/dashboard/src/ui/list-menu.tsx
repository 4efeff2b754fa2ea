import { Menu, Problem } from "@usance/ui";
import { useCsv } from "../api/csv.ts";

interface ListMenuProps {
  /** What is listed: `upcoming bills`. */
  readonly what: string;
  /** Of the list in the API, with its filters. */
  readonly path: string;
}

/** Actions on a whole list: its download, with progress in bytes. */
export function ListMenu({ what, path }: ListMenuProps) {
  const { bytes, failure, start } = useCsv(path, `${what.replaceAll(" ", "-")}.csv`);
  return (
    <>
      {bytes !== null && (
        <span className="aside" role="status">
          Downloading: {sizeText(bytes)}
        </span>
      )}
      <Problem text={failure} />
      <Menu label={`All ${what}`} items={[{ words: "Download CSV", onChoose: start }]} />
    </>
  );
}

/** @returns `1,024 kB` */
const sizeText = (bytes: number) => `${Math.ceil(bytes / 1_000).toLocaleString("en")} kB`;
