import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Aside, type DataColumn, Field, Section, shortened, Time } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { WalletGrant } from "../../api/records.ts";
import { useMay, useOwnSession } from "../../frame/session.tsx";
import { Checks } from "../../ui/checks.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { type Scope, scopesText, scopesToGive } from "../../words/scopes.ts";
import { isActive, KeyState } from "./key-state.tsx";

/** The wallets that may sign in, and with which scopes. */
export function WalletGrants() {
  const queries = useQueryClient();
  const list = useInfiniteQuery(
    trpc.walletGrants.list.infiniteQueryOptions({ limit: 10 }, { ...byCursor }),
  );
  const revoke = useMutation(
    trpc.walletGrants.revoke.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.walletGrants.pathFilter()),
    }),
  );
  const mayWrite = useMay("dashboard-sessions:write");
  const change: DataColumn<WalletGrant> = {
    label: "Change",
    cell: (grant) =>
      isActive(grant) && (
        <Confirm
          action="Revoke"
          said="The wallet can no longer sign in."
          keep="Keep the wallet"
          onConfirm={() => revoke.mutateAsync({ walletGrantId: grant.id })}
        >
          The wallet can no longer sign in, and its sessions end within a second, with the keys and
          links that were created in them.
        </Confirm>
      ),
  };
  return (
    <Section
      heading="Wallets that may sign in"
      actions={
        mayWrite && (
          <DialogButton words="Let a wallet sign in…">
            {(close) => <NewGrant onClose={close} />}
          </DialogButton>
        )
      }
    >
      <RecordList
        of={list}
        rowsOf={({ walletGrants }) => walletGrants}
        caption="Wallet grants, newest first"
        columns={mayWrite ? [...columns, change] : columns}
        keyOf={({ id }) => id}
        empty={<Aside>No wallet may sign in yet.</Aside>}
      />
    </Section>
  );
}

const columns: readonly DataColumn<WalletGrant>[] = [
  {
    label: "Wallet",
    cell: ({ name, walletAddress, createdAt }) => (
      <>
        <strong>{name}</strong>
        <span className="under">
          <code>{shortened(walletAddress)}</code>, created <Time at={createdAt} isDate />
        </span>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  { label: "Scopes", cell: ({ scopes }) => scopesText(scopes) },
  { label: "State", cell: (grant) => <KeyState of={grant} /> },
];

function NewGrant({ onClose }: { onClose: () => void }) {
  const { scopes: held } = useOwnSession();
  const none: readonly Scope[] = [];
  const form = useForm({
    draft: { name: "", walletAddress: "", scopes: none },
    send: ({ name, walletAddress, scopes }) =>
      client.walletGrants.create.mutate({
        ...{ name, walletAddress: walletAddress.trim(), scopes: [...scopes] },
      }),
    said: "The wallet may sign in.",
    changes: trpc.walletGrants.pathFilter(),
    onDone: onClose,
  });
  return (
    <FormDialog
      heading="Let a wallet sign in"
      of={form}
      submit="Let the wallet sign in"
      onClose={onClose}
    >
      <Field label="Person" hint="Whose wallet it is." {...form.at("name")} />
      <Field
        label="Wallet address"
        hint="The wallet signs in with a message, without a key. A payout address alone lets nobody in."
        {...form.at("walletAddress")}
      />
      <Checks label="Scopes of the wallet" {...scopesToGive(held)} {...form.at("scopes")} />
    </FormDialog>
  );
}
