import { useMutation, useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../api/client.ts";

/** Changes a service, and reads all services again. */
export function useChange() {
  const queries = useQueryClient();
  return useMutation(
    trpc.services.update.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.services.pathFilter()),
    }),
  );
}
