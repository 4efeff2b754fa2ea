import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { CodeBlock, type DataColumn, Empty, Field, Section, Time } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { TestClock } from "../../api/records.ts";
import { pollWhile } from "../../api/under-way.ts";
import { useMay } from "../../frame/session.tsx";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";
import { callOf } from "../../words/calls.ts";

/** The test clocks of a seller, and a form for a new one. */
export function Clocks() {
  const list = useInfiniteQuery(
    trpc.testClocks.list.infiniteQueryOptions(
      { limit: 25 },
      {
        ...byCursor,
        refetchInterval: pollWhile(({ pages }) =>
          pages.some(({ testClocks }) => testClocks.some(({ status }) => status === "ADVANCING")),
        ),
      },
    ),
  );
  const mayWrite = useMay("test-clocks:write");
  return (
    <View
      heading="Test clocks"
      lead="A service on a test clock has the clock's time instead of the real time, so you can see a year of renewals in a minute. Only on local chains and testnets."
      actions={
        mayWrite && (
          <DialogButton words="New clock…" kind="main" opensAt="new">
            {(close) => <NewClock onClose={close} />}
          </DialogButton>
        )
      }
    >
      <Section heading="All test clocks">
        <RecordList
          of={list}
          rowsOf={({ testClocks }) => testClocks}
          caption="Test clocks, newest first"
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            <Empty heading="No test clocks yet">
              <p>
                Create a clock, here or with this call. Then create a service on it: a service stays
                on its clock.
              </p>
              <CodeBlock
                what="call"
                text={callOf(
                  "/test-clocks",
                  '{ "now": "2027-01-01T00:00:00Z", "name": "Renewals" }',
                )}
              />
            </Empty>
          }
        />
      </Section>
    </View>
  );
}

const columns: readonly DataColumn<TestClock>[] = [
  {
    label: "Clock",
    cell: ({ id, name }) => (
      <Link to="/clocks/$testClockId" params={{ testClockId: id }}>
        {name ?? "Unnamed clock"}
      </Link>
    ),
    sortBy: ({ name }) => name ?? "",
  },
  { label: "Status", cell: ({ status }) => <State status={status} /> },
  { label: "Its time", cell: ({ now }) => <Time at={now} />, sortBy: ({ now }) => now },
];

function NewClock({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    draft: { name: "", firstDay: new Date().toISOString().slice(0, 10) },
    send: ({ name, firstDay }) =>
      client.testClocks.create.mutate({
        now: `${firstDay}T00:00:00Z`,
        ...(name !== "" && { name }),
      }),
    said: "The clock was created.",
    changes: trpc.testClocks.pathFilter(),
    onDone: ({ testClock: { id: testClockId } }) =>
      navigate({ to: "/clocks/$testClockId", params: { testClockId } }),
  });
  return (
    <FormDialog heading="New test clock" of={form} submit="Create the clock" onClose={onClose}>
      <Field label="Name" isOptional {...form.at("name")} />
      <Field
        label="It stands at the start of this day, in UTC"
        type="date"
        {...form.at("firstDay", "now")}
      />
    </FormDialog>
  );
}
