import { Aside, Copyable, Field, Note, Section, Term, Terms } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { Service } from "../../api/records.ts";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";

interface PayoutAddressProps {
  readonly service: Service;
  readonly mayWrite: boolean;
}

/** Where the money of a service goes. A change shows both addresses before it is made. */
export function PayoutAddress({ service, mayWrite }: PayoutAddressProps) {
  const { payoutAddress } = service;
  return (
    <Section heading="Payout address">
      {payoutAddress === null ? (
        <Note>Nobody can pay at checkout: the service has no payout address.</Note>
      ) : (
        <Terms>
          <Term name="Subscribers pay to">
            <Copyable what="payout address" text={payoutAddress} />
          </Term>
        </Terms>
      )}
      {mayWrite && (
        <DialogButton words="Change the payout address…">
          {(close) => <AddressForm service={service} onClose={close} />}
        </DialogButton>
      )}
      {!mayWrite && <Aside>Your session cannot change the payout address.</Aside>}
    </Section>
  );
}

interface AddressFormProps {
  readonly service: Service;
  readonly onClose: () => void;
}

function AddressForm({ service: { id: serviceId, payoutAddress }, onClose }: AddressFormProps) {
  const form = useForm({
    draft: { next: "" },
    send: ({ next }) => client.services.update.mutate({ serviceId, payoutAddress: next.trim() }),
    said: "The payout address was changed.",
    changes: trpc.services.pathFilter(),
    onDone: onClose,
  });
  const next = form.draft.next.trim();
  return (
    <FormDialog
      heading="Change the payout address?"
      of={form}
      submit="Change the payout address"
      kind="danger"
      onClose={onClose}
    >
      <Field
        label={payoutAddress === null ? "Payout address" : "New payout address"}
        hint="An address on the settlement chain that you control. Payments cannot be taken back."
        {...form.at("next", "payoutAddress")}
      />
      {next !== "" && (
        <Note>
          From now on, subscribers pay to <code>{next}</code>
          {payoutAddress !== null && (
            <>
              {" "}
              and no longer to <code>{payoutAddress}</code>
            </>
          )}
          . Check every character.
        </Note>
      )}
    </FormDialog>
  );
}
