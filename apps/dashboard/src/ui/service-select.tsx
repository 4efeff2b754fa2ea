import { useQuery } from "@tanstack/react-query";
import { Select } from "@usance/ui";
import { trpc } from "../api/client.ts";

interface ServiceSelectProps {
  /** Id of the chosen service; undefined: all. */
  readonly value: string | undefined;
  /** @param serviceId empty: all */
  readonly onChange: (serviceId: string) => void;
}

/** A choice of one service, or of all. */
export function ServiceSelect({ value = "", onChange }: ServiceSelectProps) {
  const { data } = useQuery(trpc.services.list.queryOptions());
  return (
    <Select
      label="Service"
      value={value}
      onChange={onChange}
      options={[
        { value: "", words: "All" },
        ...(data?.services ?? []).map(({ id, name }) => ({ value: id, words: name })),
      ]}
    />
  );
}
