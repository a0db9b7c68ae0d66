/** A list whose rows are dragged, moved by buttons, or removed. Every move is announced to screen readers. */
import { type ReactNode, useEffect, useRef, useState } from "react";

import { useDrag } from "./use-drag.ts";

type Way = "up" | "down";

interface OrderedListProps {
  /** Accessible name of the list. */
  label: string;
  /** The rows by key, each with the name by which it is announced, and a heading above it. */
  rows: { key: string; name: string; content: ReactNode; heading?: string | undefined }[];
  /** Moves the row at `from` to the place `to`. */
  onMove: (from: number, to: number) => void;
  onRemove?: (place: number) => void;
  /** The name and value of the button that moves a row without scripts; such lists keep their buttons then. */
  submits?: (key: string, way: Way) => { name: string; value: string };
  /** The row, and its button, that has the focus when the page is loaded. */
  focused?: { key: string; way: Way } | null;
}

export function OrderedList({ label, rows, onMove, onRemove, submits, focused = null }: OrderedListProps) {
  const [said, setSaid] = useState("");
  const wanted = useRef<{ key: string; way: Way } | null>(null);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length) return;
    setSaid(`${rows[from]?.name} is now ${to + 1} of ${rows.length}.`);
    onMove(from, to);
  };
  const { list, handle, stateOf } = useDrag(move);

  useEffect(() => {
    // A row that is moved in the document loses the focus of its button.
    if (!wanted.current || !list.current) return;
    const { key, way } = wanted.current;
    wanted.current = null;
    const row = list.current.children[rows.findIndex((one) => one.key === key)];
    const button = (to: Way) => row?.querySelector<HTMLButtonElement>(`[data-way="${to}"]`);
    (button(way) ?? button(way === "up" ? "down" : "up"))?.focus();
  }, [rows, list]);

  const remove = (place: number) => {
    setSaid(`${rows[place]?.name} is removed.`);
    onRemove?.(place);
    const next = list.current?.children[place + 1] ?? list.current?.children[place - 1];
    const focused =
      next?.querySelector("[data-remove]") ?? list.current?.closest("fieldset")?.querySelector("[role=combobox]");
    if (focused instanceof HTMLElement) focused.focus();
  };

  const mover = (place: number, way: Way) => {
    const row = rows[place];
    const to = place + (way === "up" ? -1 : 1);
    if (!row || to < 0 || to >= rows.length) return null;
    return (
      <button
        type={submits ? "submit" : "button"}
        {...submits?.(row.key, way)}
        className="row-button"
        data-way={way}
        // With the focus, a row can be moved several places by pressing the button repeatedly.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focused?.key === row.key && focused.way === way}
        onClick={(event) => {
          event.preventDefault();
          wanted.current = { key: row.key, way };
          move(place, to);
        }}
      >
        <span aria-hidden="true">{way === "up" ? "↑" : "↓"}</span>
        <span className="sr-only">
          Move {row.name} {way}
        </span>
      </button>
    );
  };

  return (
    <>
      <ol ref={list} aria-label={label} className="ordered-list">
        {rows.map(({ key, name, content, heading }, place) => (
          <li key={key} data-drag={stateOf(place)}>
            {heading && <p className="w-full text-small font-semibold text-quiet">{heading}</p>}
            <span className="drag-handle needs-script" aria-hidden="true" {...handle(place)} />
            <div className="min-w-0 flex-[1_1_10rem]">{content}</div>
            <span className={`ml-auto flex shrink-0 justify-end gap-1.5 ${submits ? "" : "needs-script"}`}>
              {mover(place, "up")}
              {mover(place, "down")}
              {onRemove && (
                <button type="button" className="row-button" data-remove="" onClick={() => remove(place)}>
                  <span aria-hidden="true">×</span>
                  <span className="sr-only">Remove {name}</span>
                </button>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
