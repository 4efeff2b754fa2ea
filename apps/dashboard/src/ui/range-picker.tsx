import { Field, Select } from "@usance/ui";
import { useState } from "react";
import { type ChosenRange, namedDays, stretches } from "../words/ranges.ts";

interface RangePickerProps {
  readonly chosen: ChosenRange;
  /** Gets the name of the stretch, as `chosenRange` reads it. */
  readonly onChange: (name: string) => void;
}

const custom = "custom";
const options = [...stretches, { value: custom, words: "Custom" }].map(({ value, words }) => ({
  value,
  words,
}));

/** Chooses a stretch of days: one of those that are offered, or any by its first day and its last. */
export function RangePicker({ chosen, onChange }: RangePickerProps) {
  const { name, range } = chosen;
  const isCustom = namedDays(name) !== null;
  return (
    <>
      <Select
        label="Time"
        value={isCustom ? custom : name}
        options={options}
        onChange={(value) =>
          onChange(value === custom ? `${range.firstDay}..${range.lastDay}` : value)
        }
      />
      {isCustom && <CustomDays name={name} onChange={onChange} />}
    </>
  );
}

interface CustomDaysProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
}

/** The first day and the last. What cannot be a stretch stays in the fields until it can. */
function CustomDays({ name, onChange }: CustomDaysProps) {
  const [draft, setDraft] = useState({ of: name, text: name });
  const text = draft.of === name ? draft.text : name;
  const [first = "", last = ""] = text.split("..");
  const set = (typed: string) => {
    setDraft({ of: name, text: typed });
    if (namedDays(typed) !== null) onChange(typed);
  };
  const isWrong = first !== "" && last !== "" && namedDays(text) === null;
  return (
    <>
      <Field label="From" type="date" value={first} onChange={(day) => set(`${day}..${last}`)} />
      <Field
        label="To"
        type="date"
        value={last}
        onChange={(day) => set(`${first}..${day}`)}
        error={
          isWrong ? "Must not be before the first day, and at most 366 days in all." : undefined
        }
      />
    </>
  );
}
