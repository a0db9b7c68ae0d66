import { plainBlock, plainText, splitAtHeadings, type Block, type ContentSection } from "#app/content/content-page.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { synonyms } from "./synonyms.ts";

/** A question with its answer. */
export interface Question {
  /** Id for anchor links. */
  id: string;
  question: string;
  answer: Block[];
  /** Synonyms for the search. */
  also?: string | undefined;
}

/** Questions about one topic. */
export interface QuestionGroup {
  id: string;
  /** Null before the first heading. */
  heading: string | null;
  /** What is written before the first question. */
  opening: Block[];
  questions: Question[];
}

/** Reads the questions from the sections of the page: each smaller heading is one, with what follows as its answer. */
export function groupQuestions(sections: ContentSection[]): QuestionGroup[] {
  return sections.map(({ id, heading, blocks }) => {
    const { opening, parts } = splitAtHeadings(blocks);
    const questions = parts.map((part) => ({
      id: part.id,
      question: plainText(part.heading),
      answer: part.blocks,
      also: synonyms[part.id],
    }));
    return { id, heading, opening, questions };
  });
}

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
      opening: [],
      questions: group.questions.filter(({ question, answer, also = "" }) => {
        const text = foldText([question, ...answer.map(plainBlock), also].join(" "));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** Ids of the questions that the top of the page links to. */
const mostAsked = ["delivery-time", "ways-to-pay", "track", "not-for-me", "payment-failed"];

/** Finds the most asked questions that the page has. */
export function findMostAsked(groups: QuestionGroup[]): Question[] {
  const questions = new Map(groups.flatMap((group) => group.questions.map((question) => [question.id, question])));
  return mostAsked.flatMap((id) => questions.get(id) ?? []);
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
        acceptedAnswer: { "@type": "Answer", text: answer.map(plainBlock).join(" ") },
      })),
  };
}
