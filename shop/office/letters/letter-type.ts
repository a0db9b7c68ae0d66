import type { LetterContent, LetterShop } from "#shop/kernel/mail/letter-content.ts";
import type { LetterKind } from "#shop/kernel/mail/letter-kinds.ts";
import type { Services } from "#shop/services.ts";

/** A letter as it waits in the outbox. */
export interface WaitingLetter {
  kind: LetterKind;
  orderNumber: string | null;
  facts: Record<string, unknown>;
}

/** One kind of letter: `Data` is what it tells of, without its words. */
export interface LetterType<Data extends object> {
  /** Reads what a waiting letter tells of, as it stands now; null when there is nothing left to tell. */
  load(services: Services, letter: WaitingLetter): Promise<Data | null>;
  /** Finds the words. Throws when a letter would link elsewhere than to the shop. */
  write(data: Data, shop: LetterShop): LetterContent;
  /** What the tests of all letters render. */
  sample: Data;
  /** Others that read differently, by name. */
  otherSamples?: Record<string, Data>;
}
