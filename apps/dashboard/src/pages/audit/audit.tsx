import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Copyable, type DataColumn, Empty, Field, Section, Select, Time } from "@usance/ui";
import type { ReactNode } from "react";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import type { AuditEvent } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { ListMenu } from "../../ui/list-menu.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { View } from "../../ui/view.tsx";
import { operationWords } from "../../words/operations.ts";

const route = getRouteApi("/frame/audit");

/** Every change, with the key that made it; of one key or of one record too. */
export function Audit() {
  const filters = route.useSearch();
  const { apiKeyId = "", recordId = "" } = filters;
  const navigate = useNavigate({ from: "/audit" });
  const set = (name: keyof typeof filters) => (value: string) =>
    void navigate({
      search: (before) => ({ ...before, [name]: value.trim() || undefined }),
      replace: true,
    });
  const list = useInfiniteQuery(
    trpc.auditEvents.list.infiniteQueryOptions({ ...filters, limit: 50 }, { ...byCursor }),
  );
  const keys = useQuery({
    ...trpc.apiKeys.list.queryOptions({ limit: 100 }, { staleTime: 60_000 }),
    enabled: useMay("api-keys:read"),
  });
  const names = new Map(keys.data?.apiKeys.map(({ id, name }) => [id, name]));
  if (apiKeyId !== "" && !names.has(apiKeyId)) names.set(apiKeyId, apiKeyId);
  const columns: readonly DataColumn<AuditEvent>[] = [
    {
      label: "Change",
      cell: ({ apiKeyId, operation, recordId }) => {
        const [done, to] = operationWords(operation);
        return (
          <span>
            <strong>{names.get(apiKeyId) ?? apiKeyId}</strong> {done}{" "}
            <RecordLink {...{ operation, recordId }}>{to}</RecordLink>
          </span>
        );
      },
    },
    { label: "When", cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      label: "Request",
      cell: ({ requestId }) => <Copyable what="request's id" text={requestId} />,
      isWide: true,
    },
  ];
  return (
    <View
      heading="Audit"
      lead="Every change by an API key, a dashboard session or a portal link. Nobody can edit this log."
      actions={<ListMenu what="audit-events" path={csvPath("/audit-events", filters)} />}
    >
      <Section heading="All changes">
        <div className="fields">
          <Select
            label="By"
            value={apiKeyId}
            onChange={set("apiKeyId")}
            options={[
              { value: "", words: "Everyone" },
              ...Array.from(names, ([value, words]) => ({ value, words })),
            ]}
          />
          <Field label="Record id" isOptional value={recordId} onChange={set("recordId")} />
        </div>
        <RecordList
          of={list}
          rowsOf={({ auditEvents }) => auditEvents}
          caption="Changes, newest first"
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            apiKeyId === "" && recordId === "" ? (
              <Empty heading="No changes yet">
                <p>The first change will be listed here, with the API key that made it.</p>
              </Empty>
            ) : (
              <Empty heading="No such change">
                <p>Nothing was changed by this key, or in this record.</p>
              </Empty>
            )
          }
        />
      </Section>
    </View>
  );
}

interface RecordLinkProps extends Pick<AuditEvent, "operation" | "recordId"> {
  readonly children: ReactNode;
}

/** The way to a record, if it has a view of its own; its id otherwise. */
function RecordLink({ operation, recordId, children }: RecordLinkProps) {
  const [noun] = operation.split(".");
  switch (noun) {
    case "invoices":
      return (
        <Link to="/invoices/$invoiceId" params={{ invoiceId: recordId }}>
          {children}
        </Link>
      );
    case "services":
      return (
        <Link to="/services/$serviceId" params={{ serviceId: recordId }}>
          {children}
        </Link>
      );
    case "testClocks":
      return (
        <Link to="/clocks/$testClockId" params={{ testClockId: recordId }}>
          {children}
        </Link>
      );
    case "webhookEndpoints":
      return (
        <Link to="/webhooks/$webhookEndpointId" params={{ webhookEndpointId: recordId }}>
          {children}
        </Link>
      );
    default:
      return (
        <>
          {children} <Copyable what="record's id" text={recordId} />
        </>
      );
  }
}
