import { Aside, Field, Note, Section } from "@usance/ui";
import { useState } from "react";
import { client, trpc } from "../../api/client.ts";
import { useMay } from "../../frame/session.tsx";
import { Form, useForm } from "../../ui/form.tsx";

/** Sends the events of a time again, page by page, and tells how many. */
export function Redelivery({ endpointId }: { readonly endpointId: string }) {
  const [count, setCount] = useState<number | null>(null);
  const form = useForm({
    draft: { from: "" },
    send: async ({ from }) => {
      let sent = 0;
      for (let next: string | null = new Date(`${from}T00:00:00`).toISOString(); next !== null; ) {
        setCount(sent);
        const page = { webhookEndpointId: endpointId, from: next };
        const answer: Awaited<ReturnType<typeof client.webhookEndpoints.redeliver.mutate>> =
          await client.webhookEndpoints.redeliver.mutate(page);
        sent += answer.redelivered;
        next = answer.nextFrom;
      }
      setCount(sent);
    },
    said: "The events are sent again.",
    changes: trpc.webhookDeliveries.pathFilter(),
  });
  const mayWrite = useMay("webhook-endpoints:write");
  if (!mayWrite) return null;
  return (
    <Section heading="Send undelivered events again">
      <Aside>
        Sends all undelivered events since a day again, for example after your receiver was down.
      </Aside>
      <Form of={form} submit="Send again">
        <div className="fields">
          <Field label="Since" type="date" {...form.at("from")} />
        </div>
      </Form>
      <div role="status">
        {count !== null && (
          <Note>
            {count.toLocaleString("en")} deliveries were started{form.isPending ? " so far…" : "."}
          </Note>
        )}
      </div>
    </Section>
  );
}
