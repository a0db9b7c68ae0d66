/** The one field of a till: it takes scans and searches, discounts, the buyer's number and payments. */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import { Money } from "#app/components/books/money.tsx";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { TextField } from "#ui/field.tsx";
import { Button } from "#ui/button.tsx";
import type { TillBook } from "#shop/sales/counter/till-book.ts";
import type { TillMode } from "./till-terms.ts";
import type { TillState } from "./use-till.ts";

/** What the field asks for, and what Enter does. */
function describeField({ mode, sale, gstin, typing, duePaise, receipt }: TillState): {
  label: string;
  hint: string;
  enter: string;
} {
  const marked = sale.lines.find(({ bookId }) => bookId === sale.marked)?.title ?? "";
  const fields: Record<TillMode, { label: string; hint: string; enter: string }> = {
    scan: {
      label: "Scan, or type a title",
      hint:
        sale.lines.length > 0
          ? "3* before it: three copies. Arrow keys mark a line, + and - change its copies, Delete takes it off. Enter alone: cash."
          : receipt
            ? "Scan the next buyer’s book. Enter alone prints the receipt."
            : "3* before it: three copies.",
      enter: "Add",
    },
    "line-discount": { label: `Discount on “${marked}”`, hint: "10% or 50 rupees; 0 for none", enter: "Give" },
    discount: { label: "Discount on the whole sale", hint: "10% or 50 rupees; 0 for none", enter: "Give" },
    buyer: {
      label: "The buyer’s mobile number, GSTIN or name for the bill",
      hint: "Only if the buyer asks for it. Enter alone: none",
      enter: "Note",
    },
    business: { label: `Name in which ${gstin} is registered`, hint: "The bill shows it", enter: "Note" },
    address: { label: "Address of the business", hint: "The bill shows it. May stay empty", enter: "Note" },
    "typed-title": {
      label: typing.draft.code === "" ? "Title, as printed" : `Title of ${typing.draft.code}, as printed`,
      hint: "The shop has no record of it: it is sold by hand, and listed under Counter to be completed",
      enter: "Next",
    },
    "typed-mrp": {
      label: `Printed MRP of “${typing.draft.title}”, in rupees`,
      hint: "It is sold at this price, less discounts",
      enter: "Next",
    },
    "typed-kind": { label: "Enter alone: a book", hint: "s for stationery, which has GST of 18%", enter: "Add" },
    cash: { label: "Cash given, in rupees", hint: `Enter alone: exactly ${formatPaise(duePaise)}`, enter: "Paid" },
    code: {
      label: "The till waits for the payment",
      hint: "Esc cancels the QR code; F9 takes cash instead",
      enter: "Add",
    },
    upi: {
      label: "Number of the UPI payment",
      hint: "Enter once your bank’s app shows the money. May stay empty",
      enter: "Paid",
    },
    card: {
      label: "Number on the card’s slip",
      hint: "Enter once the terminal says paid. May stay empty",
      enter: "Paid",
    },
  };
  return fields[mode];
}

export function ScanField({ till, onPrint }: { till: TillState; onPrint: () => void }) {
  const { mode, sale, found, message, receipt, isSending, looking } = till;
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [active, setActive] = useState(0);
  const { label, hint, enter } = describeField(till);
  const place = Math.min(active, found.length - 1);

  // A scanner types into the focused field; a phone would open its keyboard.
  useEffect(() => {
    if (!matchMedia("(pointer: coarse)").matches) input.current?.focus();
  }, [mode, sale, receipt, message]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = input.current;
    if (!field) return;
    const text = field.value;
    const book = found[place];
    if (mode === "scan" && text.trim() === "" && book) till.add(book);
    else if (mode === "scan" && text.trim() === "" && receipt) onPrint();
    else if (!till.enter(text)) return;
    field.value = "";
    setActive(0);
  };

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") till.cancel();
    else if (mode !== "scan" || event.currentTarget.value !== "") return;
    else if (found.length > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp"))
      setActive((place + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
    else {
      const kind = lineKeys[event.key];
      if (!kind) return;
      till.edit({ kind });
    }
    event.preventDefault();
  };

  return (
    <form onSubmit={submit} className="grid gap-2">
      <div className="grid grid-cols-[1fr_auto] items-end gap-2">
        <TextField
          ref={input}
          label={label}
          hint={hint}
          name="typed"
          autoComplete="off"
          maxLength={200}
          inputMode={mode === "cash" || mode === "typed-mrp" ? "decimal" : "text"}
          // A scanner types into the focused field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onKeyDown={press}
          {...(found.length > 0 && {
            "aria-controls": listId,
            "aria-activedescendant": `${listId}-${place}`,
            role: "combobox",
            "aria-expanded": true,
          })}
        />
        <Button disabled={isSending}>{enter}</Button>
      </div>
      {found.length > 0 && (
        <div id={listId} role="listbox" aria-label="Books found" className="desk-card">
          {found.map((book, at) => (
            <Found
              key={book.bookId}
              id={`${listId}-${at}`}
              book={book}
              isActive={at === place}
              onPick={() => till.add(book)}
            />
          ))}
        </div>
      )}
      <p role="status" className={`min-h-6 font-semibold ${message?.isWrong ? "text-vermilion" : ""}`}>
        {isSending ? "Recording the sale" : looking > 0 ? "Looking it up" : (message?.text ?? "")}
      </p>
    </form>
  );
}

/** The changes of the marked line, by key, while the field is empty. */
const lineKeys: Record<string, "up" | "down" | "more" | "less" | "remove"> = {
  ArrowUp: "up",
  ArrowDown: "down",
  "+": "more",
  "-": "less",
  Delete: "remove",
};

interface FoundProps {
  id: string;
  book: TillBook;
  isActive: boolean;
  onPick: () => void;
}

/** A book that was found by its title. */
function Found({ id, book: { title, author, pricePaise, free }, isActive, onPick }: FoundProps) {
  return (
    // The keys are handled by the field, which keeps the focus (the combobox pattern of ARIA).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className="grid cursor-pointer grid-cols-[1fr_auto] gap-x-4 px-3 py-2 aria-selected:bg-marigold-wash aria-selected:text-on-wash"
    >
      <span className="min-w-0">
        <cite lang={detectLanguage(title)} className="font-semibold not-italic">
          {title}
        </cite>
        <span className="block text-small text-quiet">{author}</span>
      </span>
      <span className="text-right">
        <Money paise={pricePaise} />
        <span className="block text-small text-quiet">{`${Math.max(0, free)} free`}</span>
      </span>
    </div>
  );
}
