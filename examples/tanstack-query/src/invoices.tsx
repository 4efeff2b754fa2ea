import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Trouble } from "./trouble.tsx";
import { type Invoice, useTRPC } from "./trpc.ts";

/** A subscription's invoices, newest first, ten more at a time. */
export function Invoices({ subscriptionId }: { readonly subscriptionId: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(
    trpc.invoices.list.infiniteQueryOptions(
      { subscriptionId, limit: 10 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const voiding = useMutation(
    trpc.invoices.void.mutationOptions({
      // Also after a refusal: then the invoice is not what it was when it was shown.
      onSettled: () => queryClient.invalidateQueries(trpc.invoices.pathFilter()),
    }),
  );

  if (list.error !== null) return <Trouble error={list.error} />;
  if (list.data === undefined) return <p>Loading…</p>;
  const canBeVoided = ({ status }: Invoice) => status === "DRAFT" || status === "OPEN";
  return (
    <>
      <table>
        <caption>Invoices</caption>
        <thead>
          <tr>
            <th>Created</th>
            <th>Amount</th>
            <th>Status</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {list.data.pages
            .flatMap(({ invoices }) => invoices)
            .map((invoice) => (
              <tr key={invoice.id}>
                <td>{invoice.createdAt.slice(0, 10)}</td>
                <td>{`${invoice.amount} ${invoice.currency}`}</td>
                <td>{invoice.status}</td>
                <td>
                  {canBeVoided(invoice) && (
                    <button
                      type="button"
                      disabled={voiding.isPending}
                      onClick={() => voiding.mutate({ invoiceId: invoice.id })}
                    >
                      Void
                    </button>
                  )}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {voiding.error && <Trouble error={voiding.error} />}
      {list.hasNextPage && (
        <button
          type="button"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </button>
      )}
    </>
  );
}
