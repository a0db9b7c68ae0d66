import { quote, type Reading } from "./reading.ts";
import { readLine } from "./plain-text.ts";

/** One line of text; `what` names it in the sentence that refuses a longer one. */
export function line(what: string, maxLength: number): (raw: string) => Reading<string | undefined> {
  return (raw) => {
    const reading = readLine(raw, what, maxLength);
    return "fault" in reading ? reading : { ...reading, value: reading.value || undefined };
  };
}

/** A word or code that means one of the shop's own. */
export function knownWord<Word>(read: (text: string) => Word | undefined): (raw: string) => Reading<Word | undefined> {
  return (raw) => {
    const value = read(raw);
    return value === undefined ? { fault: `${quote(raw)} says nothing that the shop knows` } : { value };
  };
}
