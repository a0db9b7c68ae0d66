import { foldText } from "#shop/kernel/text/fold-text.ts";
import { quote, wordsFor, type Reading } from "./reading.ts";

const answers = new Map([...wordsFor("yes y true 1 x", "yes"), ...wordsFor("no n false 0", "no")]);

/** Parses yes or no, as people and programs write it. */
export function readYesNo(text: string): Reading<boolean> {
  const answer = answers.get(foldText(text.slice(0, 100)));
  return answer ? { value: answer === "yes" } : { fault: `${quote(text)} is neither yes nor no` };
}

/** Writes yes or no for a file. */
export function writeYesNo(value: boolean): string {
  return value ? "yes" : "no";
}
