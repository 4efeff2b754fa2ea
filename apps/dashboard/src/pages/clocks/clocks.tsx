import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Button, CodeBlock, Empty, Field, Problem, Section, Time } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { fieldErrors } from "../../ui/field-errors.ts";
import { Form } from "../../ui/form.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";
import { callOf } from "../../words/calls.ts";

/** The test clocks of a seller, and a form for a new one. */
export function Clocks() {
  const list = useInfiniteQuery(
    trpc.testClocks.list.infiniteQueryOptions(
      { limit: 25 },
      { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: 10_000 },
    ),
  );
  const mayWrite = useMay("test-clocks:write");
  return (
    <View
      heading="Test clocks"
      lead="A service on a test clock has the clock's time instead of the real time, so you can see a year of renewals in a minute. Only on local chains and testnets."
    >
      <Section heading="All test clocks">
        <Answer of={list}>
          {({ pages }) => {
            const clocks = pages.flatMap(({ testClocks }) => testClocks);
            return clocks.length === 0 ? (
              <Empty heading="No test clocks yet">
                <p>
                  Create a clock with the form below, or with this call. Then create a service on
                  it: a service stays on its clock.
                </p>
                <CodeBlock
                  what="call"
                  text={callOf(
                    "/test-clocks",
                    '{ "now": "2027-01-01T00:00:00Z", "name": "Renewals" }',
                  )}
                />
              </Empty>
            ) : (
              <>
                <Records
                  caption="Test clocks, newest first"
                  columns={[{ label: "Clock" }, { label: "Status" }, { label: "Its time" }]}
                  rows={clocks.map(({ id, name, status, now }) => ({
                    key: id,
                    cells: [
                      <Link key="name" to="/clocks/$testClockId" params={{ testClockId: id }}>
                        {name ?? "Unnamed clock"}
                      </Link>,
                      <State key="state" status={status} />,
                      <Time key="now" at={now} />,
                    ],
                  }))}
                />
                <More list={list} />
              </>
            );
          }}
        </Answer>
      </Section>
      {mayWrite && <NewClock />}
    </View>
  );
}

function NewClock() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [firstDay, setFirstDay] = useState(() => new Date().toISOString().slice(0, 10));
  const create = useMutation(
    trpc.testClocks.create.mutationOptions({
      onSuccess: async ({ testClock }) => {
        await queries.invalidateQueries(trpc.testClocks.pathFilter());
        await navigate({ to: "/clocks/$testClockId", params: { testClockId: testClock.id } });
      },
    }),
  );
  const errors = fieldErrors(create.error, (path) => path === "now" || path === "name");
  return (
    <Section heading="New test clock">
      <Form
        error={create.error}
        onSubmit={() =>
          create.mutate({ now: `${firstDay}T00:00:00Z`, ...(name !== "" && { name }) })
        }
      >
        <div className="fields">
          <Field
            label="Name"
            isOptional
            value={name}
            onChange={setName}
            error={errors.at("name")}
          />
          <Field
            label="It stands at the start of this day, in UTC"
            type="date"
            value={firstDay}
            onChange={setFirstDay}
            error={errors.at("now")}
          />
        </div>
        <Problem text={errors.rest} />
        <div className="section-actions">
          <Button type="submit" isSmall isBusy={create.isPending}>
            Create the clock
          </Button>
        </div>
      </Form>
    </Section>
  );
}
