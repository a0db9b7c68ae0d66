import type { AttachedFile, LetterContent, LetterShop } from "#shop/kernel/mail/letter-content.ts";
import type { LetterFacts, LetterKind } from "#shop/kernel/mail/letter-kinds.ts";
import type { Services } from "#shop/services.ts";

/** A letter that waits in the outbox. */
export interface WaitingLetter<Kind extends LetterKind = LetterKind> {
  kind: Kind;
  orderNumber: string | null;
  facts: LetterFacts[Kind];
}

/** A kind of letter, or several that share their data; `Data` is its content without the wording. */
export interface LetterType<Data extends object, Kind extends LetterKind = LetterKind> {
  /** Reads the current data of a waiting letter; null if the letter is no longer relevant. */
  load(services: Services, letter: WaitingLetter<Kind>): Promise<Data | null>;
  /** Writes the text. Throws if a link would lead outside the shop. */
  write(data: Data, shop: LetterShop): LetterContent;
  /** Files that are attached. */
  attach?(services: Services, data: Data): Promise<AttachedFile[]>;
  /** A sample that the tests of all letters render. */
  sample: Data;
  /** Further samples with other texts, by name. */
  otherSamples?: Record<string, Data>;
}
