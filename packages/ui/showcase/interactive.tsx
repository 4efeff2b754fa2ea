import { useState } from "react";
import { Aside, Button, Choice, Dialog, Field, NumberField, Select, Tabs } from "../src/index.ts";

/* Components that hold what a person has typed or opened. */

const nothing = () => undefined;

export function Fields() {
  const [email, setEmail] = useState("");
  return (
    <>
      <Field label="E-mail" type="email" value={email} onChange={setEmail} />
      <Field label="Name" isOptional value="" hint="As on the receipt." onChange={nothing} />
      <Field
        label="Broken e-mail"
        value="pat@"
        error="Enter a valid e-mail address."
        onChange={nothing}
      />
    </>
  );
}

export function NumberFields() {
  const [cap, setCap] = useState("300.00");
  return (
    <>
      <NumberField label="Spending cap" unit="USDC" value={cap} onChange={setCap} />
      {["0", "1,234"].map((value) => (
        <NumberField
          key={value}
          label={`Spending cap of ${value}`}
          unit="USDC"
          value={value}
          error="Enter an amount of more than zero."
          onChange={nothing}
        />
      ))}
    </>
  );
}

export function Selects() {
  const [status, setStatus] = useState("OPEN");
  const options = [
    { value: "OPEN", words: "Open" },
    { value: "PAID", words: "Paid" },
  ];
  return (
    <>
      <Select label="Status" value={status} options={options} onChange={setStatus} />
      <Select
        label="Broken status"
        value="PAID"
        options={options}
        error="Must be open."
        onChange={nothing}
      />
    </>
  );
}

export function Dialogs() {
  const [open, setOpen] = useState<"dialog" | "drawer" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button kind="quiet" isSmall onClick={() => setOpen("dialog")}>
        Void the invoice…
      </Button>
      <Button kind="quiet" isSmall onClick={() => setOpen("drawer")}>
        See the event…
      </Button>
      {open !== null && (
        <Dialog heading="Void the invoice?" isDrawer={open === "drawer"} onClose={close}>
          <p>Nobody can pay a void invoice.</p>
          <div className="dialog-actions">
            <Button kind="quiet" isSmall onClick={close}>
              Keep the invoice
            </Button>
            <Button kind="danger" isSmall onClick={close}>
              Void the invoice
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

export function ChosenTab() {
  const [chosen, setChosen] = useState("open");
  return (
    <Tabs
      label="Invoices"
      tabs={[
        { id: "open", words: "Open 3" },
        { id: "paid", words: "Paid 12" },
      ]}
      chosen={chosen}
      onChoose={setChosen}
    >
      <Aside>The invoices that are {chosen}.</Aside>
    </Tabs>
  );
}

export function Choices() {
  const [isChecked, setChecked] = useState(true);
  return (
    <>
      <Choice
        label="Pay later invoices automatically, up to a limit"
        hint="Without it, you pay every later invoice yourself."
        isChecked={isChecked}
        onChange={setChecked}
      />
      <Choice label="Without a hint" isChecked={false} onChange={nothing} />
    </>
  );
}
