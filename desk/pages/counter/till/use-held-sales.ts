import { useState } from "react";

import { keepHeldSales, readHeldSales, type HeldSale } from "./kept-sales.ts";
import { emptySale, type OpenSale } from "./open-sale.ts";

/** The sales that a till has put aside while the next buyer is served; `open` changes the open sale. */
export function useHeldSales(till: string, sale: OpenSale, open: (sale: OpenSale) => void) {
  const [held, setHeld] = useState(() => readHeldSales(till));

  function keep(sales: HeldSale[]) {
    setHeld(sales);
    keepHeldSales(till, sales);
  }

  const aside = (): HeldSale[] =>
    sale.lines.length === 0 ? [] : [{ id: crypto.randomUUID(), at: new Date().toISOString(), sale }];

  /** Holds the open sale; without one, takes up the one that was held last. */
  function hold() {
    if (sale.lines.length > 0) {
      keep([...held, ...aside()]);
      open(emptySale);
    } else if (held.length > 0) takeUp(held.at(-1)!.id);
  }

  /** Takes up a held sale; an open one is held in its place. */
  function takeUp(id: string) {
    const taken = held.find((one) => one.id === id);
    if (!taken) return;
    keep([...held.filter((one) => one !== taken), ...aside()]);
    open(taken.sale);
  }

  return { held, hold, takeUp };
}
