/** The buttons of a till, each with its key. */
import { useEffect, useEffectEvent } from "react";

import { buttonClass } from "#ui/button.tsx";
import { nextMrp } from "./open-sale.ts";
import type { TillState } from "./use-till.ts";

interface TillKey {
  key: string;
  label: string;
  press: () => void;
  isOff: boolean;
  isMain?: boolean;
}

export function TillKeys({ till }: { till: TillState }) {
  const { sale, held, isSending, mode } = till;
  const isEmpty = sale.lines.length === 0;
  const isWaiting = mode === "code";
  const isFixed = isEmpty || isWaiting;
  const marked = sale.lines.find(({ bookId }) => bookId === sale.marked);
  const keys: TillKey[] = [
    {
      key: "F1",
      label: "Other MRP",
      press: () => till.edit({ kind: "other-mrp" }),
      isOff: isWaiting || !marked || !nextMrp(marked),
    },
    { key: "F2", label: "Line discount", press: () => till.leave("line-discount"), isOff: isFixed },
    { key: "F4", label: "Sale discount", press: () => till.leave("discount"), isOff: isFixed },
    {
      key: "F6",
      label: sale.phone || sale.name || sale.business ? "Buyer noted" : "Buyer, GSTIN",
      press: () => till.leave("buyer"),
      isOff: isFixed,
    },
    { key: "F3", label: "Book by hand", press: () => till.typing.begin(), isOff: isWaiting },
    {
      key: "F8",
      label: isEmpty ? "Take up held sale" : "Hold",
      press: till.hold,
      isOff: (isEmpty && held.length === 0) || isWaiting,
    },
    { key: "F7", label: "Card", press: () => till.pay("card"), isOff: isEmpty },
    { key: "F10", label: "UPI", press: () => till.pay("upi"), isOff: isEmpty || till.code.open?.shown != null },
    { key: "F9", label: "Cash", press: () => till.pay("cash"), isOff: isEmpty, isMain: true },
  ];
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const known = keys.find(({ key }) => key === event.key);
    if (!known) return;
    event.preventDefault();
    if (!known.isOff && !isSending) known.press();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <ul className="grid grid-cols-2 gap-2">
      {keys.map(({ key, label, press, isOff, isMain }) => (
        <li key={key} className={isMain ? "col-span-2" : ""}>
          <button
            type="button"
            className={`${buttonClass(isMain ? "primary" : "outline")} w-full justify-between!`}
            disabled={isOff || isSending}
            onClick={press}
          >
            <span>{label}</span>
            <kbd aria-hidden className="text-small font-normal pointer-coarse:hidden">
              {key}
            </kbd>
          </button>
        </li>
      ))}
    </ul>
  );
}
