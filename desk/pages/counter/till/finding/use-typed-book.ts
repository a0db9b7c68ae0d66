/** Sells a book that the shop does not know: its title, printed MRP and kind are typed, and it is completed later. */
import { useState } from "react";

import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import { mostCopies } from "#shop/sales/counter/price-sale.ts";
import type { OpenLine } from "#desk/pages/counter/till/open-sale.ts";

/** What is asked of the book, one after the other. */
export type TypedBookMode = "typed-title" | "typed-mrp" | "typed-kind";

/** A book that a till adds to its sale. */
export type AddedBook = Omit<OpenLine, "copies" | "discount">;

interface Draft {
  code: string;
  title: string;
  copies: number;
  mrpPaise: number;
}

/** A code that names no book, and how many copies of it were asked for. */
export interface UnknownCode {
  code: string;
  copies: number;
}

interface TypingWith {
  add: (book: AddedBook, copies: number) => void;
  leave: (mode: TypedBookMode) => void;
  refuse: (text: string) => false;
}

/** The books that a till could not find, and the one that is typed. */
export function useTypedBook({ add, leave, refuse }: TypingWith) {
  const [unknown, setUnknown] = useState<UnknownCode[]>([]);
  const [draft, setDraft] = useState<Draft>({ code: "", title: "", copies: 1, mrpPaise: 0 });

  /** Notes a code that names no book; it is shown until the book is typed or left out. */
  function noteUnknown(code: string, copies: number) {
    setUnknown((all) => {
      const known = all.find((one) => one.code === code);
      const others = all.filter((one) => one !== known);
      return [...others, { code, copies: copies + (known?.copies ?? 0) }];
    });
  }

  function leaveOut(code: string) {
    setUnknown((all) => all.filter((one) => one.code !== code));
  }

  /** Begins with an unknown code, or with a book without one. */
  function begin({ code, copies }: UnknownCode = unknown[0] ?? { code: "", copies: 1 }) {
    setDraft({ code, title: "", copies, mrpPaise: 0 });
    leave("typed-title");
  }

  /** Takes what was typed in one of the modes; returns whether the field is to be emptied. */
  function enterTyped(mode: TypedBookMode, given: string): boolean {
    const text = given.trim();
    switch (mode) {
      case "typed-title":
        // The next scan may come before the seller has read the question.
        if (text === "" || /^\d{8,}$/.test(text)) return refuse("Write the title, not a number.");
        setDraft({ ...draft, title: text });
        leave("typed-mrp");
        return true;
      case "typed-mrp": {
        const mrpPaise = readRupees(text);
        if (mrpPaise === null || mrpPaise < 100 || text.length > 8)
          return refuse("Write the printed MRP in rupees, such as 399.");
        setDraft({ ...draft, mrpPaise });
        leave("typed-kind");
        return true;
      }
      case "typed-kind": {
        if (!/^[bs]?$/i.test(text)) return refuse("Enter alone for a book, or s for stationery.");
        const { code, title, copies, mrpPaise } = draft;
        const kind = text.toLowerCase() === "s" ? "stationery" : "book";
        leaveOut(code);
        const bookId = `typed-${code || crypto.randomUUID()}`;
        const prices = { pricePaise: mrpPaise, mrpPaise };
        add(
          { bookId, isbn: code, title, author: "", ...prices, free: mostCopies, held: 0, typed: { code, title, kind } },
          copies,
        );
        return true;
      }
    }
  }

  return { unknown, draft, noteUnknown, leaveOut, begin, enterTyped, forgetUnknown: () => setUnknown([]) };
}
