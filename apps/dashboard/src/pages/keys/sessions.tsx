import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Badge, Section, shortened, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Session } from "../../api/records.ts";
import { useMay, useOwnSession } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { isActive } from "./key-state.tsx";

/** Who is signed in to the dashboard, or was. */
export function Sessions() {
  const own = useOwnSession();
  const queries = useQueryClient();
  const list = useInfiniteQuery(
    trpc.dashboardSessions.list.infiniteQueryOptions(
      { limit: 10 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const revoke = useMutation(
    trpc.dashboardSessions.revoke.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.dashboardSessions.pathFilter()),
    }),
  );
  const mayWrite = useMay("dashboard-sessions:write");
  return (
    <Section heading="Dashboard sessions">
      <Answer of={list}>
        {({ pages }) => (
          <>
            <Records
              caption="Dashboard sessions, newest first"
              columns={[
                { label: "Signed in with" },
                { label: "Created" },
                { label: "State" },
                ...(mayWrite ? [{ label: "Change" }] : []),
              ]}
              rows={pages
                .flatMap(({ dashboardSessions }) => dashboardSessions)
                .map((session) => ({
                  key: session.id,
                  cells: [
                    <span key="who">
                      {session.walletAddress === null
                        ? `Key ${session.apiKeyId}`
                        : `Wallet ${shortened(session.walletAddress)}`}
                      {session.id === own.id && <span className="under">This session</span>}
                    </span>,
                    <Time key="created" at={session.createdAt} />,
                    <SessionState key="state" of={session} />,
                    ...(mayWrite && isActive(session)
                      ? [
                          <Confirm
                            key="revoke"
                            action="Revoke"
                            onConfirm={() => revoke.mutateAsync({ dashboardSessionId: session.id })}
                          >
                            The session ends within a second, with the keys, wallet grants and links
                            that were created in it.
                          </Confirm>,
                        ]
                      : []),
                  ],
                }))}
            />
            <More list={list} />
          </>
        )}
      </Answer>
    </Section>
  );
}

const SessionState = ({ of: session }: { of: Session }) => {
  if (session.revokedAt !== null) return <Badge kind="off">Signed out</Badge>;
  if (!isActive(session)) return <Badge kind="off">Expired</Badge>;
  if (session.openedAt === null) return <Badge kind="now">Link not opened</Badge>;
  return (
    <span>
      <Badge kind="good">Signed in</Badge>
      <span className="under">
        until <Time at={session.expiresAt} />
      </span>
    </span>
  );
};
