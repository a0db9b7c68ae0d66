import { useState } from "react";

import type { SaleChange } from "./open-sale.ts";
import { parseBuyer } from "./parse-typed.ts";

/** What is asked of the buyer; a GSTIN needs the name and the address that go with it. */
export type BuyerMode = "buyer" | "business" | "address";

interface BuyerWith {
  edit: (change: SaleChange) => void;
  leave: (mode: BuyerMode | "scan") => void;
  refuse: (text: string) => false;
}

/** Notes what the buyer gives. `gstin` is that of the business whose name is asked for. */
export function useBuyer({ edit, leave, refuse }: BuyerWith) {
  const [gstin, setGstin] = useState("");

  /** Takes what was typed in one of the modes; returns whether the field is to be emptied. */
  function enterBuyer(mode: BuyerMode, given: string): boolean {
    const text = given.trim();
    switch (mode) {
      case "buyer": {
        const buyer = text === "" ? null : parseBuyer(text);
        if (buyer && "error" in buyer) return refuse(buyer.error);
        if (buyer && "gstin" in buyer) {
          setGstin(buyer.gstin);
          leave("business");
          return true;
        }
        edit({ kind: "buyer", buyer });
        break;
      }
      case "business":
        if (text === "") return refuse("Write the name in which the GSTIN is registered.");
        edit({ kind: "buyer", buyer: { business: { name: text.slice(0, 120), gstin, purchaseOrder: "" } } });
        leave("address");
        return true;
      case "address":
        edit({ kind: "buyer", buyer: { address: text } });
    }
    leave("scan");
    return true;
  }

  return { gstin, enterBuyer };
}
