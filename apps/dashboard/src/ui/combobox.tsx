import { useCombobox } from "downshift";
import { useEffect, useId, useRef } from "react";

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

const chooseOne = "Choose one from the list, or clear the field.";

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
  const input = useRef<HTMLInputElement>(null);
  const {
    isOpen,
    highlightedIndex,
    openMenu,
    inputValue: typed,
    ...box
  } = useCombobox<ComboboxOption>({
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
    // Who types enough for one option and goes on has chosen it.
    stateReducer: ({ selectedItem, inputValue }, { type, changes }) => {
      const isLeft = type === useCombobox.stateChangeTypes.InputBlur;
      if (!isLeft || inputValue === "" || changes.selectedItem !== selectedItem) return changes;
      const [only, second] = options.filter((one) => begins(one.words, inputValue));
      return only === undefined || second !== undefined
        ? changes
        : { ...changes, selectedItem: only, inputValue: only.words };
    },
  });
  // Text that is no value would be taken for one.
  const isLoose = typed !== "" && typed !== (value === "" ? "" : chosen.words);
  useEffect(() => input.current?.setCustomValidity(isLoose ? chooseOne : ""), [isLoose]);
  const isOver = !isOpen || options.length === 0;
  const problem = error ?? (isLoose && isOver ? chooseOne : undefined);
  return (
    <div className="field">
      <label {...box.getLabelProps()} htmlFor={box.getInputProps().id}>
        {label} {isOptional && <span className="optional">(optional)</span>}
      </label>
      <div className="input combobox">
        <input
          {...box.getInputProps({ ref: input, onFocus: openMenu })}
          type="text"
          autoComplete="off"
          required={!isOptional}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined && hint === undefined ? undefined : said}
        />
        <ul {...box.getMenuProps()} className="options" hidden={!isOpen}>
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
      {(problem ?? hint) !== undefined && (
        <p className={problem === undefined ? "aside" : "field-error"} id={said}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}

const begins = (words: string, typed: string) =>
  words.toLowerCase().startsWith(typed.trim().toLowerCase());

const wordsOf = (option: ComboboxOption | null | undefined) => option?.words ?? "";
