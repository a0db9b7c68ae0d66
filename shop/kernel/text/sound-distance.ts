/** Letters that scripts of India, or spellings of one name, confuse: Tamil has one letter for k and g. */
const confused = ["kgq", "cjsz", "td", "pbfvw", "eiy", "ouvw"];

/**
 * The distance of two words in Latin letters as spellings of one name in different scripts: like `editDistance`, but
 * vowels, aspiration and confused letters weigh little. A silent e at the end weighs nothing.
 */
export function soundDistance(one: string, other: string): number {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  let above = [0];
  for (const letter of b) above.push(above.at(-1)! + weightOf(letter));
  for (const letter of a) {
    const line = [above[0]! + weightOf(letter)];
    for (const [column, otherLetter] of b.entries())
      line.push(
        Math.min(
          above[column]! + differenceOf(letter, otherLetter),
          above[column + 1]! + weightOf(letter),
          line[column]! + weightOf(otherLetter),
        ),
      );
    above = line;
  }
  return above.at(-1)!;
}

function lettersOf(word: string): string[] {
  const written = word
    .replaceAll("ch", "c")
    .replace(/[aeo][iy]/g, "e")
    .replace(/a[uw]/g, "o");
  return Array.from(written.replace(/(?<=..)e$/, ""));
}

/** The weight of a letter that only one of the words has. */
function weightOf(letter: string): number {
  return letter === "h" ? 0.25 : isVowel(letter) || letter === "y" ? 0.5 : 1;
}

function differenceOf(one: string, other: string): number {
  if (one === other) return 0;
  if (confused.some((letters) => letters.includes(one) && letters.includes(other))) return 0.25;
  return isVowel(one) && isVowel(other) && (one === "a" || other === "a") ? 0.5 : 1;
}

function isVowel(letter: string): boolean {
  return "aeiou".includes(letter);
}
