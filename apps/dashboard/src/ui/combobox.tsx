import { useCombobox } from "downshift";
import { useId } from "react";

export interface ComboboxOption {
  readonly value: string;
  readonly words: string;
}

export interface ComboboxProps {
  readonly label: string;
  /** Empty: nothing is chosen. */
  readonly value: string;
  /** The words of the value; default: those of its option. */
  readonly words?: string | undefined;
  /** The options that match the typed text. The parent component finds them. */
  readonly options: readonly ComboboxOption[];
  readonly onChange: (value: string) => void;
  readonly onType: (text: string) => void;
  readonly isOptional?: boolean;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** Chooses one of many options by typing. */
export function Combobox({
  label,
  value,
  words,
  options,
  onChange,
  onType,
  isOptional = false,
  hint,
  error,
}: ComboboxProps) {
  const id = useId();
  const said = `${id}-said`;
  const option = options.find((one) => one.value === value);
  const chosen = { value, words: words ?? option?.words ?? value };
  const { isOpen, highlightedIndex, openMenu, getLabelProps, getInputProps, getMenuProps, ...box } =
    useCombobox<ComboboxOption>({
      items: [...options],
      selectedItem: value === "" ? null : chosen,
      itemToString: wordsOf,
      // The field shows the words of its value also if they come later.
      itemToKey: (one) => one && `${one.value} ${one.words}`,
      onSelectedItemChange: ({ selectedItem }) => onChange(selectedItem?.value ?? ""),
      onInputValueChange: ({ inputValue, type }) => {
        if (type !== useCombobox.stateChangeTypes.InputChange) return;
        onType(inputValue);
        if (inputValue === "") onChange("");
      },
      // Text that chose nothing does not stay: the field always names its value.
      stateReducer: (_, { type, changes }) =>
        type === useCombobox.stateChangeTypes.InputBlur
          ? { ...changes, inputValue: wordsOf(changes.selectedItem) }
          : changes,
    });
  return (
    <div className="field">
      <label {...getLabelProps()} htmlFor={getInputProps().id}>
        {label} {isOptional && <span className="optional">(optional)</span>}
      </label>
      <div className="input combobox">
        <input
          {...getInputProps({ onFocus: openMenu })}
          type="text"
          autoComplete="off"
          required={!isOptional}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined && hint === undefined ? undefined : said}
        />
        <ul {...getMenuProps()} className="options" hidden={!isOpen}>
          {isOpen &&
            options.map((one, index) => (
              <li
                key={one.value}
                {...box.getItemProps({ item: one, index })}
                className={index === highlightedIndex ? "option option-now" : "option"}
              >
                {one.words}
              </li>
            ))}
          {isOpen && options.length === 0 && <li className="option soft">Nothing matches.</li>}
        </ul>
      </div>
      {(error ?? hint) !== undefined && (
        <p className={error === undefined ? "aside" : "field-error"} id={said}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

const wordsOf = (option: ComboboxOption | null | undefined) => option?.words ?? "";
