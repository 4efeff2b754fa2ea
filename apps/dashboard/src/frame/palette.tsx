import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Dialog, Problem } from "@usance/ui";
import { useCombobox } from "downshift";
import { type ReactNode, useEffect, useState } from "react";
import { messageOf } from "../ui/answer.tsx";
import { State } from "../ui/state.tsx";
import { find } from "./found.ts";
import type { Group } from "./view-links.ts";

/** The pause in typing after which records are searched, in milliseconds. */
const pauseMs = 150;

interface Choice {
  readonly key: string;
  readonly words: string;
  readonly detail?: ReactNode;
  readonly state?: string | undefined;
  readonly follow: () => unknown;
}

interface PaletteProps {
  readonly groups: readonly Group[];
  readonly onClose: () => void;
}

/** Searches records, views and actions, and opens the chosen one. */
export function Palette({ groups, onClose }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const records = useRecords(typed.trim());
  const views = useViews(groups, typed.trim().toLowerCase());
  const choices = [...records.choices, ...views];
  const { getInputProps, getLabelProps, getMenuProps, getItemProps, highlightedIndex } =
    useCombobox<Choice>({
      items: choices,
      isOpen: true,
      defaultHighlightedIndex: 0,
      itemToString: (choice) => choice?.words ?? "",
      inputValue: typed,
      onSelectedItemChange: ({ selectedItem }) => {
        onClose();
        void selectedItem?.follow();
      },
    });
  const { htmlFor: _, ...label } = getLabelProps();
  return (
    <Dialog heading="Search" onClose={onClose}>
      <label {...label} className="unseen" htmlFor={getInputProps().id}>
        Search
      </label>
      <input
        {...getInputProps({
          // React's state must change within the event, or fast typing loses letters.
          onChange: ({ currentTarget }) => setTyped(currentTarget.value),
          // Downshift would keep the key from the dialog.
          onKeyDown: ({ key, nativeEvent }) => {
            if (key === "Escape") Object.assign(nativeEvent, { preventDownshiftDefault: true });
          },
        })}
        type="search"
        autoComplete="off"
        placeholder="An e-mail address, an id, a transaction hash, a page"
      />
      <ul {...getMenuProps()} className="found">
        {choices.map((choice, index) => (
          <li
            key={choice.key}
            {...getItemProps({ item: choice, index })}
            className={index === highlightedIndex ? "option option-now" : "option"}
          >
            <span>{choice.words}</span>
            <span className="soft">
              {choice.detail} {choice.state !== undefined && <State status={choice.state} />}
            </span>
          </li>
        ))}
      </ul>
      <Problem text={records.problem} />
      <p className="aside" role="status">
        {saidOf(typed, records.isSearching, choices.length)}
      </p>
    </Dialog>
  );
}

function saidOf(typed: string, isSearching: boolean, count: number): string {
  if (isSearching) return "Searching…";
  if (count === 0) return `Nothing matches "${typed}".`;
  return "Arrow keys choose, Enter opens, Escape closes.";
}

/** The matching records. */
function useRecords(text: string) {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useQuery({
    queryKey: ["found", query],
    queryFn: () => find(query),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const records = text === "" ? [] : (found.data ?? []);
  return {
    problem: found.error && messageOf(found.error),
    isSearching: text !== "" && (query !== text || found.isFetching),
    choices: records.map(
      ({ key, words, detail, status, to }): Choice => ({
        key,
        words,
        detail,
        state: status,
        follow: () => navigate(to),
      }),
    ),
  };
}

const actions = [
  { to: "/services", words: "New service" },
  { to: "/keys", words: "New key" },
  { to: "/webhooks", words: "New webhook endpoint" },
] as const;

/** Views and actions whose name contains the text. */
function useViews(groups: readonly Group[], text: string): Choice[] {
  const navigate = useNavigate();
  const links = groups.flatMap((group) => group.links);
  const views = links.map(({ to, words }) => ({
    ...{ key: to, words, detail: "Page" },
    follow: () => navigate({ to }),
  }));
  const shown = actions
    .filter(({ to }) => links.some((link) => link.to === to))
    .map(({ to, words }) => ({
      ...{ key: words, words, detail: "Action" },
      follow: () => navigate({ to, hash: "new" }),
    }));
  return [...views, ...shown].filter(({ words }) => words.toLowerCase().includes(text));
}
