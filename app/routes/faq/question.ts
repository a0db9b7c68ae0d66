import { plainText } from "#app/content/content-page.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import type { AnnouncedCode } from "#shop/sales/pricing/announced-code.ts";
import type { ShopSettings } from "#shop/services.ts";

/** A question with its answer in paragraphs. */
export interface Question {
  /** Id for anchor links. */
  id: string;
  question: string;
  answer: string[];
  /** Synonyms for the search. */
  also?: string;
}

/** Questions about one topic. */
export interface QuestionGroup {
  id: string;
  heading: string;
  questions: Question[];
}

/** What answers say of the shop besides its settings. */
export interface ShopOffers {
  /** The ways to pay, such as `UPI, cards and netbanking`. */
  methods: string;
  /** Announced promotion code. */
  promotion: AnnouncedCode | null;
  /** Discount of each bundle, in percent. */
  bundlePercents: number[];
}

/** Writes a group of questions from the settings and offers of a shop. */
export type WriteGroup = (shop: ShopSettings, offers: ShopOffers) => QuestionGroup;

/** Finds the questions that contain every word of `typed`, by group; all questions when it is empty. */
export function findQuestions(groups: QuestionGroup[], typed: string): QuestionGroup[] {
  const words = foldText(typed)
    .split(" ")
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer, also = "" }) => {
        const text = foldText(plainText([question, ...answer, also].join(" ")));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** Structured data of the questions (schema.org FAQPage). */
export function describeQuestions(groups: QuestionGroup[]) {
  return {
    "@type": "FAQPage",
    mainEntity: groups
      .flatMap(({ questions }) => questions)
      .map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer.map(plainText).join(" ") },
      })),
  };
}
