import { Choice, Field, Section, Select } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { Service } from "../../api/records.ts";
import { Form, useForm } from "../../ui/form.tsx";
import { ColorField } from "./color-field.tsx";

const statuses = [
  { value: "DRAFT", words: "Draft: not open for checkout" },
  { value: "ACTIVE", words: "Active: open for checkout" },
  { value: "DISABLED", words: "Disabled: no new checkouts" },
] as const;

const pages = [
  { name: "logoUrl", label: "Logo URL" },
  { name: "supportUrl", label: "Support page" },
  { name: "termsUrl", label: "Terms" },
  { name: "privacyUrl", label: "Privacy" },
] as const;

/** Name, status and brand of a service, as its pages show them. */
export function ServiceForm({ service }: { service: Service }) {
  const { id: serviceId, branding } = service;
  const form = useForm({
    draft: {
      name: service.name,
      description: service.description ?? "",
      status: service.status,
      allowsCancel: service.portal.allowsCancel,
      color: branding?.color ?? "",
      logoUrl: branding?.logoUrl ?? "",
      supportUrl: branding?.supportUrl ?? "",
      termsUrl: branding?.termsUrl ?? "",
      privacyUrl: branding?.privacyUrl ?? "",
    },
    send: ({ name, description, status, allowsCancel, ...brand }) =>
      client.services.update.mutate({
        ...{ serviceId, name, description, status, portal: { allowsCancel } },
        branding: Object.fromEntries(Object.entries(brand).filter(([, value]) => value !== "")),
      }),
    said: "The service was saved.",
    changes: trpc.services.pathFilter(),
  });
  const { at } = form;
  const { value: isChecked, onChange } = at("allowsCancel");
  return (
    <Section heading="Name and brand">
      <Form of={form} submit="Save">
        <div className="fields">
          <Field label="Name" {...at("name")} />
          <Field label="Description" isOptional {...at("description")} />
          <Select label="Status" options={statuses} {...at("status")} />
        </div>
        <ColorField {...at("color", "branding.color")} />
        <div className="fields">
          {pages.map(({ name, label }) => (
            <Field
              key={name}
              label={label}
              type="url"
              isOptional
              {...at(name, `branding.${name}`)}
            />
          ))}
        </div>
        <Choice
          label="Subscribers may cancel in the portal"
          hint="At the end of a period."
          isChecked={isChecked}
          onChange={onChange}
        />
      </Form>
    </Section>
  );
}
