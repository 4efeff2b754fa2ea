import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type DataColumn, Field, Section, Time } from "@usance/ui";
import { useState } from "react";
import { client, trpc } from "../../api/client.ts";
import type { ApiKey } from "../../api/records.ts";
import { useMay, useOwnSession } from "../../frame/session.tsx";
import { Checks } from "../../ui/checks.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";
import { NewSecret } from "../../ui/new-secret.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { View } from "../../ui/view.tsx";
import { type Scope, scopesText, scopesToGive } from "../../words/scopes.ts";
import { isActive, KeyState } from "./key-state.tsx";
import { Sessions } from "./sessions.tsx";
import { WalletGrants } from "./wallet-grants.tsx";

/** The API keys of the seller, and who is signed in with them. */
export function Keys() {
  const mayWrite = useMay("api-keys:write");
  const maySeeSessions = useMay("dashboard-sessions:read");
  return (
    <View
      heading="Keys"
      lead="Programs call the API with API keys. People sign in to the dashboard with a key, a link or a wallet."
      actions={
        mayWrite && (
          <DialogButton words="New key…" kind="main" opensAt="new">
            {(close) => <NewKey onClose={close} />}
          </DialogButton>
        )
      }
    >
      <AllKeys mayWrite={mayWrite} />
      {maySeeSessions && <WalletGrants />}
      {maySeeSessions && <Sessions />}
    </View>
  );
}

const ofKey = { what: "API key", place: "where your program reads it" };

function AllKeys({ mayWrite }: { mayWrite: boolean }) {
  const queries = useQueryClient();
  const list = useInfiniteQuery(
    trpc.apiKeys.list.infiniteQueryOptions({ limit: 50 }, { ...byCursor }),
  );
  const onSettled = () => queries.invalidateQueries(trpc.apiKeys.pathFilter());
  const rotate = useMutation(trpc.apiKeys.rotate.mutationOptions({ onSettled }));
  const revoke = useMutation(trpc.apiKeys.revoke.mutationOptions({ onSettled }));
  const secret = rotate.data?.apiKey.secret ?? null;
  const change: DataColumn<ApiKey> = {
    label: "Change",
    cell: (key) =>
      isActive(key) && (
        <span className="section-actions">
          <Confirm
            action="Rotate"
            kind="quiet"
            said="A new key replaces the old one."
            onConfirm={() => rotate.mutateAsync({ apiKeyId: key.id, overlapSeconds: 86_400 })}
          >
            A new key replaces this one. The old key works for another day.
          </Confirm>
          <Confirm
            action="Revoke"
            said="The key is revoked."
            keep="Keep the key"
            onConfirm={() => revoke.mutateAsync({ apiKeyId: key.id })}
          >
            The key stops working within a second. So do the keys and wallet grants that it created,
            and the dashboard sessions and links made with it, which may include this session.
          </Confirm>
        </span>
      ),
  };
  return (
    <Section heading="API keys">
      {secret !== null && <NewSecret {...ofKey} secret={secret} onClose={rotate.reset} />}
      <RecordList
        of={list}
        rowsOf={({ apiKeys }) => apiKeys}
        caption="API keys, newest first"
        columns={mayWrite ? [...columns, change] : columns}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Section>
  );
}

const columns: readonly DataColumn<ApiKey>[] = [
  {
    label: "Key",
    cell: ({ name, start, lastFour, createdAt }) => (
      <>
        <strong>{name}</strong>
        <span className="under">
          <code>
            {start}…{lastFour}
          </code>
          , created <Time at={createdAt} isDate />
        </span>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  { label: "Scopes", cell: ({ scopes }) => scopesText(scopes) },
  { label: "State", cell: (key) => <KeyState of={key} /> },
];

function NewKey({ onClose }: { onClose: () => void }) {
  const { scopes: held } = useOwnSession();
  const { groups, presets } = scopesToGive(held);
  const [secret, setSecret] = useState<string | null>(null);
  const metering: readonly Scope[] = presets.at(-1)?.values ?? [];
  const form = useForm({
    draft: { name: "", scopes: metering },
    send: ({ name, scopes }) => client.apiKeys.create.mutate({ name, scopes: [...scopes] }),
    said: "The key was created.",
    changes: trpc.apiKeys.pathFilter(),
    onDone: ({ apiKey }) => setSecret(apiKey.secret),
  });
  if (secret !== null) return <NewSecret {...ofKey} secret={secret} onClose={onClose} />;
  return (
    <FormDialog heading="New key" of={form} submit="Create the key" onClose={onClose}>
      <Field label="Name" hint="A name by which you recognize the key." {...form.at("name")} />
      <Checks label="Scopes" groups={groups} presets={presets} {...form.at("scopes")} />
    </FormDialog>
  );
}
