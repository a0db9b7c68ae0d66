import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { foldText } from "#shop/text/fold-text.ts";
import { editDistance } from "./edit-distance.ts";
import { searchListings, type FoundWork } from "./search-listings.server.ts";

const maxNear = 12;
/** So many other spellings of the whole text are tried. */
const maxTries = 8;
/** Words taken into account, and spellings of each. */
const maxWords = 6;
const maxSpellings = 3;

interface Spelling {
  word: string;
  /** How far it is from what was typed; a common word is a little nearer. */
  cost: number;
}

/**
 * Looks for what may have been meant by a folded text that finds next to nothing: the nearest spelling, by words on the
 * shelf, that finds something, and what it finds; or else what is found without one of the words.
 */
export async function findNear(
  db: Db,
  raw: string,
  { where, known }: { where: SQL; known: FoundWork[] },
): Promise<{ nearest: string | null; near: FoundWork[] }> {
  const isKnown = new Set(known.map(({ workId }) => workId));
  const search = async (text: string) => {
    const { found } = await searchListings(db, foldText(text), { where, limit: maxNear + known.length });
    return found.filter(({ workId }) => !isKnown.has(workId)).slice(0, maxNear);
  };
  const words = await readWords(db, raw);
  for (const text of respell(words).slice(0, maxTries)) {
    const near = await search(text);
    if (near.length > 0) return { nearest: text, near };
  }
  if (known.length > 0) return { nearest: null, near: [] };
  for (const text of leaveOneOut(words)) {
    const near = await search(text);
    if (near.length > 0) return { nearest: null, near };
  }
  return { nearest: null, near: [] };
}

interface TypedWord {
  word: string;
  spellings: Spelling[];
}

/** The words of a text, each with those on the shelf that are spelled nearly so, the nearest first. */
async function readWords(db: Db, raw: string): Promise<TypedWord[]> {
  const { rows } = await db.execute<{
    word: string;
    key: string;
    near: { word: string; key: string; works: number }[];
  }>(sql`
    select t.word, t.key, coalesce((
      select json_agg(json_build_object('word', s.word, 'key', s.key, 'works', s.works)) from (
        select w.word, w.key, w.works from search_words w
        where w.key % t.key order by similarity(w.key, t.key) desc, w.works desc limit 40) s), '[]') as near
    from (select word, latin_key(word, true) as key, place
      from unnest(string_to_array(search_form(${raw.replaceAll("|", " ")}), ' ')) with ordinality given (word, place)) t
    order by t.place limit ${maxWords}`);
  return rows.map(({ word, key, near }) => ({ word, spellings: spellingsOf(word, key, near) }));
}

function spellingsOf(word: string, key: string, near: { word: string; key: string; works: number }[]): Spelling[] {
  const most = word.length < 4 ? 0 : word.length < 5 ? 1 : word.length < 9 ? 2 : 3;
  return near
    .filter((other) => other.word !== word)
    .map((other) => ({ ...other, distance: Math.min(editDistance(key, other.key), editDistance(word, other.word)) }))
    .filter(({ distance }) => distance <= most)
    .map((other) => ({ word: other.word, cost: Math.max(other.distance, 0.5) - Math.log10(other.works) / 10 }))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, maxSpellings);
}

/** Other spellings of the whole text, the nearest first. */
function respell(words: TypedWord[]): string[] {
  let texts: { words: string[]; cost: number }[] = [{ words: [], cost: 0 }];
  for (const { word, spellings } of words) {
    const choices = [{ word, cost: 0 }, ...spellings];
    texts = texts
      .flatMap((text) =>
        choices.map((choice) => ({ words: [...text.words, choice.word], cost: text.cost + choice.cost })),
      )
      .sort((a, b) => a.cost - b.cost)
      .slice(0, 2 * maxTries);
  }
  const typed = words.map(({ word }) => word).join(" ");
  return texts.map((text) => text.words.join(" ")).filter((text) => text !== typed);
}

/** The text without one of its words, in the order in which that helps: words that no book has first, short ones first. */
function leaveOneOut(words: TypedWord[]): string[] {
  if (words.length < 2) return [];
  return words
    .map(({ word }, place) => ({
      length: word.length,
      text: words
        .filter((_, other) => other !== place)
        .map((one) => one.word)
        .join(" "),
    }))
    .sort((a, b) => a.length - b.length)
    .map(({ text }) => text);
}
