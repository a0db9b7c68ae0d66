import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { respell, type TypedWord } from "./respell.ts";
import { findSomeListings, type FoundWork } from "./search-listings.server.ts";
import { withSearchTimeout } from "./search-time.server.ts";

const maxNear = 12;
/** Upper bound on the words that are respelled. */
const maxWords = 6;
/** Upper bound on the words of the shop that are compared with a typed word, by spelling and by sound. */
const maxAlike = 40;
/** Least length of a word of another script that is read as two, of each part, and how many of each are tried. */
const ofTwo = { letters: 7, partLetters: 3, parts: 4 };

/**
 * Corrects the spelling of a folded text that finds almost nothing. `nearest` is a correction that is certain, because
 * its words are next to each other in a title or a name, and `near` contains the works that it finds. Without a certain
 * correction, `near` contains works with all words in other spellings, or else works with only those words that the
 * shop has. A word that is only read by its sound counts in a certain correction of a text that finds nothing.
 */
export async function findCorrection(
  db: Db,
  raw: string,
  { where, known }: { where: SQL; known: FoundWork[] },
): Promise<{ nearest: string | null; near: FoundWork[] }> {
  const isKnown = new Set(known.map(({ workId }) => workId));
  let nearest: string | null = null;
  let near: FoundWork[] = [];
  await withSearchTimeout(db, async (tx) => {
    for (const { text, isWhole, isBySound } of respell(await readWords(tx, raw))) {
      if (!isWhole && (near.length > 0 || known.length > 0)) return;
      if (isBySound && known.length > 0) continue;
      const limit = maxNear + known.length;
      const { works, areTogether, isLoose } = await findSomeListings(tx, text, { where, limit });
      const others = works.filter(({ workId }) => !isKnown.has(workId)).slice(0, maxNear);
      if (others.length === 0) continue;
      const isCertain = isWhole && areTogether;
      if (isBySound && !isCertain) continue;
      // What is left of a text inside other words is chance: "hary" in "Bhattacharya".
      if (!isWhole && isLoose) continue;
      if (near.length === 0 || isCertain) near = others;
      if (isCertain) nearest = text;
      if (isCertain || !isWhole) return;
    }
  });
  return { nearest, near };
}

/**
 * The words of a text, each with the words of the shop that are spelled alike, or sound alike in another script. For
 * other scripts also a long single word as two, and then each two neighbours as one word.
 */
async function readWords(tx: Db, raw: string): Promise<TypedWord[]> {
  // Materialized, or the functions would run for each word of the shop.
  const { rows } = await tx.execute<TypedWord>(sql`
    with given as materialized (
      select word, place from unnest(string_to_array(words_for_search(${raw.replaceAll("|", " ")}), ' '))
        with ordinality given (word, place) order by place limit ${maxWords}),
    spans as (
      select word, place::int - 1 as place, 1 as length from given
      union all select one.word || other.word, one.place::int - 1, 2
      from given one join given other on other.place = one.place + 1
      where one.word !~ '^[ -~]' and other.word !~ '^[ -~]'),
    typed as materialized (
      select word, place, length, latin_form(word) as key, latin_key(word, true) || '%' as begins,
        '%' || word || '%' as part, sound_key(word) as sound
      from spans),
    pairs as materialized (
      select one.word || ' ' || other.word as word, least(one.works, other.works) as works
      from typed t
      cross join generate_series(${ofTwo.partLetters}::int, length(t.word) - ${ofTwo.partLetters}) cut
      cross join lateral (select w.word, w.works from search_words w where sound_key(w.word) = sound_key(left(t.word, cut))
        order by w.works desc, w.word limit ${ofTwo.parts}) one
      cross join lateral (select w.word, w.works from search_words w where sound_key(w.word) = sound_key(substr(t.word, cut + 1))
        order by w.works desc, w.word limit ${ofTwo.parts}) other
      where (select count(*) from given) = 1 and t.word !~ '^[ -~]' and length(t.word) >= ${ofTwo.letters})
    select t.word, t.key, t.place, t.length,
      t.length = 1 and (t.word ~ '^[0-9]+$' or length(rtrim(t.word, '+#')) < 3 or exists (
        select from search_words s where s.word like t.part or s.key like t.begins)) as is_known,
      coalesce((select json_agg(json_build_object('word', s.word, 'key', latin_form(replace(s.word, ' ', '')), 'works', s.works,
          'soundsAlike', sound_key(replace(s.word, ' ', '')) = t.sound)) from (
        (select w.word, w.works from search_words w
        where t.length = 1 and w.key % t.key order by similarity(w.key, t.key) desc, w.works desc, w.word limit ${maxAlike})
        union (select w.word, w.works from search_words w
        where sound_key(w.word) = t.sound order by w.works desc, w.word limit ${maxAlike})
        union (select p.word, p.works from pairs p)) s), '[]') as alike
    from typed t order by t.length, t.place`);
  return rows;
}
