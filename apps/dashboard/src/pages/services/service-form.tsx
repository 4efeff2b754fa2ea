import { Button, Choice, Field, Problem, Section, Select } from "@usance/ui";
import { type FormEvent, useState } from "react";
import type { Service } from "../../api/records.ts";
import { messageOf } from "../../ui/answer.tsx";
import { useChange } from "./use-change.ts";

const statuses = [
  { value: "DRAFT", words: "Draft: not open for checkout" },
  { value: "ACTIVE", words: "Active: open for checkout" },
  { value: "DISABLED", words: "Disabled: no new checkouts" },
] as const;

const brandFields = [
  { name: "logoUrl", label: "Logo URL", type: "url" },
  { name: "color", label: "Color (#2563eb)", type: "text" },
  { name: "supportUrl", label: "Support page", type: "url" },
  { name: "termsUrl", label: "Terms", type: "url" },
  { name: "privacyUrl", label: "Privacy", type: "url" },
] as const;

type Brand = Record<(typeof brandFields)[number]["name"], string>;

/** Name, status and brand of a service, as its pages show them. */
export function ServiceForm({ service }: { service: Service }) {
  const [name, setName] = useState(service.name);
  const [description, setDescription] = useState(service.description ?? "");
  const [status, setStatus] = useState(service.status);
  const [brand, setBrand] = useState<Brand>({
    logoUrl: service.branding?.logoUrl ?? "",
    color: service.branding?.color ?? "",
    supportUrl: service.branding?.supportUrl ?? "",
    termsUrl: service.branding?.termsUrl ?? "",
    privacyUrl: service.branding?.privacyUrl ?? "",
  });
  const [allowsCancel, setAllowsCancel] = useState(service.portal.allowsCancel);
  const change = useChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const branding = Object.fromEntries(
      Object.entries(brand).flatMap(([field, value]) => (value === "" ? [] : [[field, value]])),
    );
    change.mutate({
      serviceId: service.id,
      ...{ name, description, status, branding, portal: { allowsCancel } },
    });
  };
  return (
    <Section heading="Name and brand">
      <form className="form" onSubmit={submit}>
        <div className="fields">
          <Field label="Name" value={name} onChange={setName} />
          <Field label="Description" isOptional value={description} onChange={setDescription} />
          <Select
            label="Status"
            value={status}
            options={statuses}
            onChange={(value) =>
              setStatus(statuses.find((one) => one.value === value)?.value ?? status)
            }
          />
        </div>
        <div className="fields">
          {brandFields.map(({ name: field, label, type }) => (
            <Field
              key={field}
              label={label}
              type={type}
              isOptional
              value={brand[field]}
              onChange={(value) => setBrand({ ...brand, [field]: value })}
            />
          ))}
        </div>
        <Choice
          label="Subscribers may cancel in the portal"
          hint="At the end of a period."
          isChecked={allowsCancel}
          onChange={setAllowsCancel}
        />
        <Problem text={change.error === null ? null : messageOf(change.error)} />
        <div className="section-actions">
          <Button type="submit" isSmall isBusy={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}
