import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, CodeBlock, Field, Note, Problem, Section, Time } from "@usance/ui";
import { type FormEvent, useState } from "react";
import { trpc } from "../../api/client.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { View } from "../../ui/view.tsx";
import { isActive, KeyState } from "./key-state.tsx";
import { scopesIn } from "./scopes-in.ts";
import { Sessions } from "./sessions.tsx";
import { WalletGrants } from "./wallet-grants.tsx";

/** The API keys of the seller, and who is signed in with them. */
export function Keys() {
  const mayWrite = useMay("api-keys:write");
  const maySeeSessions = useMay("dashboard-sessions:read");
  return (
    <View
      heading="Keys"
      lead="Programs call the API with API keys. People sign in to the dashboard with a key, a link or a wallet. A key's secret is shown once."
    >
      <AllKeys mayWrite={mayWrite} />
      {mayWrite && <NewKey />}
      {maySeeSessions && <WalletGrants />}
      {maySeeSessions && <Sessions />}
    </View>
  );
}

/** The secret of a new key, which cannot be shown again. */
function Secret({ secret }: { secret: string | null }) {
  if (secret === null) return null;
  return (
    <>
      <Note>This is the API key. It is shown only now: save it where your program reads it.</Note>
      <CodeBlock what="key" text={secret} isWrapped />
    </>
  );
}

function AllKeys({ mayWrite }: { mayWrite: boolean }) {
  const queries = useQueryClient();
  const list = useInfiniteQuery(
    trpc.apiKeys.list.infiniteQueryOptions(
      { limit: 50 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const onSettled = () => queries.invalidateQueries(trpc.apiKeys.pathFilter());
  const rotate = useMutation(trpc.apiKeys.rotate.mutationOptions({ onSettled }));
  const revoke = useMutation(trpc.apiKeys.revoke.mutationOptions({ onSettled }));
  return (
    <Section heading="API keys">
      <Secret secret={rotate.data?.apiKey.secret ?? null} />
      <Answer of={list}>
        {({ pages }) => (
          <>
            <Records
              caption="API keys, newest first"
              columns={[
                { label: "Key" },
                { label: "Scopes" },
                { label: "State" },
                ...(mayWrite ? [{ label: "Change" }] : []),
              ]}
              rows={pages
                .flatMap(({ apiKeys }) => apiKeys)
                .map((key) => ({
                  key: key.id,
                  cells: [
                    <span key="name">
                      <strong>{key.name}</strong>
                      <span className="under">
                        <code>
                          {key.start}…{key.lastFour}
                        </code>
                        , created <Time at={key.createdAt} isDate />
                      </span>
                    </span>,
                    key.scopes.includes("*") ? "All" : key.scopes.join(", "),
                    <KeyState key="state" of={key} />,
                    ...(mayWrite && isActive(key)
                      ? [
                          <span key="change" className="section-actions">
                            <Confirm
                              action="Rotate"
                              kind="quiet"
                              onConfirm={() =>
                                rotate.mutateAsync({ apiKeyId: key.id, overlapSeconds: 86_400 })
                              }
                            >
                              A new key replaces this one. The old key works for another day.
                            </Confirm>
                            <Confirm
                              action="Revoke"
                              onConfirm={() => revoke.mutateAsync({ apiKeyId: key.id })}
                            >
                              The key stops working within a second. So do the keys and wallet
                              grants that it created, and the dashboard sessions and links made with
                              it, which may include this session.
                            </Confirm>
                          </span>,
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

function useCreate() {
  const queries = useQueryClient();
  return useMutation(
    trpc.apiKeys.create.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.apiKeys.pathFilter()),
    }),
  );
}

function NewKey() {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState("");
  const create = useCreate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = scopesIn(scopes);
    create.mutate(
      { name, ...(given.length > 0 && { scopes: given }) },
      { onSuccess: () => setName("") },
    );
  };
  return (
    <Section heading="New key">
      <Secret secret={create.data?.apiKey.secret ?? null} />
      <form className="form" onSubmit={submit}>
        <div className="fields">
          <Field
            label="Name"
            value={name}
            onChange={setName}
            hint="A name by which you recognize the key."
          />
          <Field
            label="Scopes"
            isOptional
            value={scopes}
            onChange={setScopes}
            hint="Separated by commas: usage-events:write, invoices:read. If empty, the key has the scopes of your session."
          />
        </div>
        <Problem text={create.error === null ? null : messageOf(create.error)} />
        <div className="section-actions">
          <Button type="submit" isSmall isBusy={create.isPending}>
            Create the key
          </Button>
        </div>
      </form>
    </Section>
  );
}
