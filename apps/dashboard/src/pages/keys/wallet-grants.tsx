import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Aside, Button, Field, Problem, Section, shortened, Time } from "@usance/ui";
import { type FormEvent, useState } from "react";
import { trpc } from "../../api/client.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { isActive, KeyState } from "./key-state.tsx";
import { scopesIn } from "./scopes-in.ts";

/** The wallets that may sign in, and with which scopes. */
export function WalletGrants() {
  const queries = useQueryClient();
  const list = useInfiniteQuery(
    trpc.walletGrants.list.infiniteQueryOptions(
      { limit: 10 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const revoke = useMutation(
    trpc.walletGrants.revoke.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.walletGrants.pathFilter()),
    }),
  );
  const mayWrite = useMay("dashboard-sessions:write");
  return (
    <Section heading="Wallets that may sign in">
      <Answer of={list}>
        {({ pages }) =>
          pages[0]?.walletGrants.length === 0 ? (
            <Aside>No wallet may sign in yet.</Aside>
          ) : (
            <>
              <Records
                caption="Wallet grants, newest first"
                columns={[
                  { label: "Wallet" },
                  { label: "Scopes" },
                  { label: "State" },
                  ...(mayWrite ? [{ label: "Change" }] : []),
                ]}
                rows={pages
                  .flatMap(({ walletGrants }) => walletGrants)
                  .map((grant) => ({
                    key: grant.id,
                    cells: [
                      <span key="name">
                        <strong>{grant.name}</strong>
                        <span className="under">
                          <code>{shortened(grant.walletAddress)}</code>, created{" "}
                          <Time at={grant.createdAt} isDate />
                        </span>
                      </span>,
                      grant.scopes.includes("*") ? "All" : grant.scopes.join(", "),
                      <KeyState key="state" of={grant} />,
                      ...(mayWrite && isActive(grant)
                        ? [
                            <Confirm
                              key="revoke"
                              action="Revoke"
                              onConfirm={() => revoke.mutateAsync({ walletGrantId: grant.id })}
                            >
                              The wallet can no longer sign in, and its sessions end within a
                              second, with the keys and links that were created in them.
                            </Confirm>,
                          ]
                        : []),
                    ],
                  }))}
              />
              <More list={list} />
            </>
          )
        }
      </Answer>
      {mayWrite && <NewGrant />}
    </Section>
  );
}

function NewGrant() {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [walletAddress, setWalletAddress] = useState("");
  const [scopes, setScopes] = useState("");
  const create = useMutation(
    trpc.walletGrants.create.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.walletGrants.pathFilter()),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { name, walletAddress: walletAddress.trim(), scopes: scopesIn(scopes) };
    create.mutate(input, {
      onSuccess: () => {
        setName("");
        setWalletAddress("");
      },
    });
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="fields">
        <Field label="Person" value={name} onChange={setName} hint="Whose wallet it is." />
        <Field
          label="Wallet address"
          value={walletAddress}
          onChange={setWalletAddress}
          hint="The wallet signs in with a message, without a key. A payout address alone lets nobody in."
        />
        <Field
          label="Scopes of the wallet"
          value={scopes}
          onChange={setScopes}
          hint="Separated by commas: services:read, invoices:read. At most those of your session."
        />
      </div>
      <Problem text={create.error === null ? null : messageOf(create.error)} />
      <div className="section-actions">
        <Button type="submit" isSmall isBusy={create.isPending}>
          Let the wallet sign in
        </Button>
      </div>
    </form>
  );
}
