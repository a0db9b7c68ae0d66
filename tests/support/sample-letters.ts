import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { letterTypes } from "#shop/office/letters/registry.server.ts";
import { sampleShop } from "#shop/office/letters/orders/sample-order.ts";
import type { LetterContent } from "#shop/kernel/mail/letter-content.ts";

/** One letter of each kind, and the other samples of kinds that have some, by name. */
export const sampleLetters: Record<string, LetterContent> = Object.fromEntries(
  Object.entries(letterTypes).flatMap(([kind, type]: [string, LetterType<object>]) =>
    Object.entries({ [kind]: type.sample, ...type.otherSamples }).map(([name, data]) => [
      name,
      type.write(data, sampleShop),
    ]),
  ),
);
