import type { LetterContent, LetterShop } from "#shop/kernel/mail/letter-content.ts";
import type { LetterFacts } from "#shop/kernel/mail/letter-facts.ts";
import type { LetterKind } from "#shop/kernel/mail/letter-kinds.ts";
import type { Services } from "#shop/services.ts";

/** A letter as it waits in the outbox. */
export interface WaitingLetter<Kind extends LetterKind = LetterKind> {
  kind: Kind;
  orderNumber: string | null;
  facts: LetterFacts[Kind];
}

/** One kind of letter, or several that are read in the same way: `Data` is what it tells of, without its words. */
export interface LetterType<Data extends object, Kind extends LetterKind = LetterKind> {
  /** Reads what a waiting letter tells of, as it stands now; null when there is nothing left to tell. */
  load(services: Services, letter: WaitingLetter<Kind>): Promise<Data | null>;
  /** Finds the words. Throws when a letter would link elsewhere than to the shop. */
  write(data: Data, shop: LetterShop): LetterContent;
  /** What the tests of all letters render. */
  sample: Data;
  /** Others that read differently, by name. */
  otherSamples?: Record<string, Data>;
}
