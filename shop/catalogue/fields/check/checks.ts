import { quote, type Reading } from "./reading.ts";
import { readLine } from "./plain-text.ts";

/** Checks a single line of text; `what` names it in the error for a longer one. */
export function line(what: string, maxLength: number): (raw: string) => Reading<string | undefined> {
  return (raw) => {
    const reading = readLine(raw, what, maxLength);
    return "fault" in reading ? reading : { ...reading, value: reading.value || undefined };
  };
}

/** Checks a word or code that has to map to one of the shop's own values. */
export function knownWord<Word>(read: (text: string) => Word | undefined): (raw: string) => Reading<Word | undefined> {
  return (raw) => {
    const value = read(raw);
    return value === undefined ? { fault: `${quote(raw)} is not a value that the shop knows` } : { value };
  };
}
