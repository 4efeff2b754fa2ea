import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Badge, type DataColumn, Section, shortened, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Session } from "../../api/records.ts";
import { useMay, useOwnSession } from "../../frame/session.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { isActive } from "./key-state.tsx";

/** Who is signed in to the dashboard, or was. */
export function Sessions() {
  const own = useOwnSession();
  const queries = useQueryClient();
  const list = useInfiniteQuery(
    trpc.dashboardSessions.list.infiniteQueryOptions({ limit: 10 }, { ...byCursor }),
  );
  const revoke = useMutation(
    trpc.dashboardSessions.revoke.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.dashboardSessions.pathFilter()),
    }),
  );
  const mayWrite = useMay("dashboard-sessions:write");
  const columns: DataColumn<Session>[] = [
    {
      label: "Signed in with",
      cell: ({ id, apiKeyId, walletAddress }) => (
        <>
          {walletAddress === null ? `Key ${apiKeyId}` : `Wallet ${shortened(walletAddress)}`}
          {id === own.id && <span className="under">This session</span>}
        </>
      ),
    },
    {
      label: "Created",
      cell: ({ createdAt }) => <Time at={createdAt} />,
      sortBy: ({ createdAt }) => createdAt,
    },
    { label: "State", cell: (session) => <SessionState of={session} /> },
  ];
  const change: DataColumn<Session> = {
    label: "Change",
    cell: (session) =>
      isActive(session) && (
        <Confirm
          action="Revoke"
          said="The session has ended."
          keep="Keep the session"
          onConfirm={() => revoke.mutateAsync({ dashboardSessionId: session.id })}
        >
          The session ends within a second, with the keys, wallet grants and links that were created
          in it.
        </Confirm>
      ),
  };
  return (
    <Section heading="Dashboard sessions">
      <RecordList
        of={list}
        rowsOf={({ dashboardSessions }) => dashboardSessions}
        caption="Dashboard sessions, newest first"
        columns={mayWrite ? [...columns, change] : columns}
        keyOf={({ id }) => id}
        empty={null}
      />
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
