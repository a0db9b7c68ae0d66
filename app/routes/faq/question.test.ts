import { expect, test } from "vitest";

import { describeQuestions, findMostAsked, findQuestions, groupQuestions, type QuestionGroup } from "./question.ts";

const groups: QuestionGroup[] = [
  {
    id: "paying",
    heading: "Paying",
    opening: [],
    questions: [
      { id: "ways", question: "How can I pay?", answer: ["By card, see [the cart](/cart)."], also: "upi" },
      { id: "money", question: "Where is my money?", answer: ["On its way back."], also: "refund" },
    ],
  },
  {
    id: "parcel",
    heading: "Parcel",
    opening: [],
    questions: [{ id: "track", question: "Where is my parcel?", answer: ["On its way, with Café Courier."] }],
  },
];

const idsFor = (typed: string) =>
  findQuestions(groups, typed).flatMap(({ questions }) => questions.map(({ id }) => id));

test("nothing typed finds everything", () => {
  expect(findQuestions(groups, "  ")).toBe(groups);
});

test("every word must occur, in the question, its answer or the words readers use for it", () => {
  expect(idsFor("where WAY")).toEqual(["money", "track"]);
  expect(idsFor("refunds")).toEqual(["money"]);
  expect(idsFor("cafe")).toEqual(["track"]);
  expect(idsFor("where upi")).toEqual([]);
});

test("a link's address is not searched", () => {
  expect(idsFor("/cart")).toEqual([]);
  expect(idsFor("the cart")).toEqual(["ways"]);
});

test("the most asked questions are those that the page has", () => {
  expect(findMostAsked(groups).map(({ id }) => id)).toEqual(["track"]);
});

test("each smaller heading is a question, and what follows is its answer", () => {
  const blocks = [["Before."], { heading: ["Why", " me?"], id: "why" }, ["Because."], { list: [["one"], ["two"]] }];
  const [group] = groupQuestions([{ id: "you", heading: "You", blocks }]);
  expect(group).toMatchObject({
    opening: [["Before."]],
    questions: [{ id: "why", question: "Why me?", answer: [["Because."], { list: [["one"], ["two"]] }] }],
  });
  expect(findQuestions([group!], "two")).toHaveLength(1);
  expect(describeQuestions([group!]).mainEntity[0]!.acceptedAnswer.text).toBe("Because. one two");
});
