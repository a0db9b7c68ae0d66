import { expect, test } from "vitest";

import { firstSentence, firstSentences } from "./first-sentence.ts";

test.each([
  [
    "Born in Madras in 1906, R. K. Narayan invented Malgudi. Graham Greene found him his publisher.",
    "Born in Madras in 1906, R. K. Narayan invented Malgudi.",
  ],
  ["Dr. B. R. Ambedkar was a jurist. He led.", "Dr. B. R. Ambedkar was a jurist."],
  ["Did she know? She did.", "Did she know?"],
  ["She called it “a box of sand.” It was.", "She called it “a box of sand.”"],
  ["भानपुरा में जन्मी मन्नू भंडारी अजमेर में बड़ी हुईं। वे पढ़ाती रहीं।", "भानपुरा में जन्मी मन्नू भंडारी अजमेर में बड़ी हुईं।"],
  ["He studied at MIT. He went home.", "He studied at MIT."],
  ["No full stop at all", "No full stop at all"],
  ["", ""],
])("the first sentence of %j is whole", (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

test.each([
  ["One. Two. Three.", 2, 100, "One. Two."],
  ["One is short. Two is much longer.", 2, 20, "One is short."],
  ["The first is already too long.", 2, 10, ""],
  ["Only this", 2, 100, "Only this"],
  ["", 2, 100, ""],
])("of %j at most %i sentences and %i letters are whole", (text, atMost, maxLength, told) => {
  expect(firstSentences(text, { atMost, maxLength })).toBe(told);
});
