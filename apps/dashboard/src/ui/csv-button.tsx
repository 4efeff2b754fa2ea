import { Button, Problem } from "@usance/ui";
import { useCsv } from "../api/csv.ts";

interface CsvButtonProps {
  /** Of the list in the API, with its filters. */
  readonly path: string;
  readonly fileName: string;
}

/** Downloads a whole list, and shows how many bytes have arrived. */
export function CsvButton({ path, fileName }: CsvButtonProps) {
  const { bytes, failure, start } = useCsv(path, fileName);
  return (
    <>
      <Button kind="quiet" isSmall isBusy={bytes !== null} onClick={start}>
        {bytes === null ? "Download CSV" : `Downloading: ${sizeText(bytes)}`}
      </Button>
      <Problem text={failure} />
    </>
  );
}

/** @returns `1,024 kB` */
const sizeText = (bytes: number) => `${Math.ceil(bytes / 1_000).toLocaleString("en")} kB`;
