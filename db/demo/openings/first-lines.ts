/** Beginnings of books that are out of copyright in India, because their authors died more than sixty years ago. */

import type { DemoOpening } from "#db/demo/demo-types.ts";

export const firstLines: DemoOpening[] = [
  {
    work: "pride-and-prejudice",
    kind: "extract",
    source: "Chapter 1 (London, 1813)",
    text: `It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife.

However little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding families, that he is considered as the rightful property of some one or other of their daughters.

“My dear Mr. Bennet,” said his lady to him one day, “have you heard that Netherfield Park is let at last?”

Mr. Bennet replied that he had not.

“But it is,” returned she; “for Mrs. Long has just been here, and she told me all about it.”

Mr. Bennet made no answer.`,
  },
  {
    work: "persuasion",
    kind: "extract",
    source: "Chapter 1 (London, 1818)",
    text: `Sir Walter Elliot, of Kellynch Hall, in Somersetshire, was a man who, for his own amusement, never took up any book but the Baronetage; there he found occupation for an idle hour, and consolation in a distressed one; there his faculties were roused into admiration and respect, by contemplating the limited remnant of the earliest patents; there any unwelcome sensations, arising from domestic affairs, changed naturally into pity and contempt, as he turned over the almost endless creations of the last century; and there, if every other leaf were powerless, he could read his own history with an interest which never failed.`,
  },
  {
    work: "jane-eyre",
    kind: "extract",
    source: "Chapter 1 (London, 1847)",
    text: `There was no possibility of taking a walk that day. We had been wandering, indeed, in the leafless shrubbery an hour in the morning; but since dinner (Mrs. Reed, when there was no company, dined early) the cold winter wind had brought with it clouds so sombre, and a rain so penetrating, that further out-door exercise was now out of the question.

I was glad of it: I never liked long walks, especially on chilly afternoons: dreadful to me was the coming home in the raw twilight, with nipped fingers and toes, and a heart saddened by the chidings of Bessie, the nurse, and humbled by the consciousness of my physical inferiority to Eliza, John, and Georgiana Reed.`,
  },
  {
    work: "wuthering-heights",
    kind: "extract",
    source: "Chapter 1 (London, 1847)",
    text: `1801.—I have just returned from a visit to my landlord—the solitary neighbour that I shall be troubled with. This is certainly a beautiful country! In all England, I do not believe that I could have fixed on a situation so completely removed from the stir of society. A perfect misanthropist’s Heaven: and Mr. Heathcliff and I are such a suitable pair to divide the desolation between us. A capital fellow! He little imagined how my heart warmed towards him when I beheld his black eyes withdraw so suspiciously under their brows, as I rode up, and when his fingers sheltered themselves, with a jealous resolution, still further in his waistcoat, as I announced my name.`,
  },
  {
    work: "great-expectations",
    kind: "extract",
    source: "Chapter 1 (London, 1861)",
    text: `My father’s family name being Pirrip, and my Christian name Philip, my infant tongue could make of both names nothing longer or more explicit than Pip. So, I called myself Pip, and came to be called Pip.

I give Pirrip as my father’s family name, on the authority of his tombstone and my sister,—Mrs. Joe Gargery, who married the blacksmith. As I never saw my father or my mother, and never saw any likeness of either of them (for their days were long before the days of photographs), my first fancies regarding what they were like were unreasonably derived from their tombstones. The shape of the letters on my father’s, gave me an odd idea that he was a square, stout, dark man, with curly black hair.`,
  },
  {
    work: "the-hound-of-the-baskervilles",
    kind: "extract",
    source: "Chapter 1, Mr. Sherlock Holmes (London, 1902)",
    text: `Mr. Sherlock Holmes, who was usually very late in the mornings, save upon those not infrequent occasions when he was up all night, was seated at the breakfast table. I stood upon the hearth-rug and picked up the stick which our visitor had left behind him the night before. It was a fine, thick piece of wood, bulbous-headed, of the sort which is known as a “Penang lawyer.” Just under the head was a broad silver band nearly an inch across. “To James Mortimer, M.R.C.S., from his friends of the C.C.H.,” was engraved upon it, with the date “1884.” It was just such a stick as the old-fashioned family practitioner used to carry—dignified, solid, and reassuring.

“Well, Watson, what do you make of it?”`,
  },
  {
    work: "kim",
    kind: "extract",
    source: "Chapter 1 (London, 1901)",
    text: `He sat, in defiance of municipal orders, astride the gun Zam-Zammah on her brick platform opposite the old Ajaib-Gher—the Wonder House, as the natives call the Lahore Museum. Who hold Zam-Zammah, that “fire-breathing dragon,” hold the Punjab; for the great green-bronze piece is always first of the conqueror’s loot.`,
  },
  {
    work: "mrs-dalloway",
    kind: "extract",
    source: "The first page (London, 1925)",
    text: `Mrs. Dalloway said she would buy the flowers herself.

For Lucy had her work cut out for her. The doors would be taken off their hinges; Rumpelmayer’s men were coming. And then, thought Clarissa Dalloway, what a morning—fresh as if issued to children on a beach.

What a lark! What a plunge!`,
  },
  {
    work: "sultanas-dream-and-padmarag",
    kind: "extract",
    source: "Sultana’s Dream, the first page (Madras, 1905)",
    text: `One evening I was lounging in an easy chair in my bedroom and thinking lazily of the condition of Indian womanhood. I am not sure whether I dozed off or not. But, as far as I remember, I was wide awake. I saw the moonlit sky sparkling with thousands of diamond-like stars, very distinctly.

All on a sudden a lady stood before me; how she came in, I do not know. I took her for my friend, Sister Sara.`,
  },
  {
    work: "an-autobiography-gandhi",
    kind: "extract",
    source: "Part 1, chapter 1, in the translation by Mahadev Desai (Ahmedabad, 1927)",
    text: `The Gandhis belong to the Bania caste and seem to have been originally grocers. But for three generations, from my grandfather, they have been Prime Ministers in several Kathiawad States.`,
  },
  {
    work: "the-home-and-the-world",
    kind: "extract",
    source: "Bimala’s story, in the translation by Surendranath Tagore (London, 1919)",
    text: `Mother, today there comes back to mind the vermilion mark at the parting of your hair, the sari which you used to wear, with its wide red border, and those wonderful eyes of yours, full of depth and peace. They came at the start of my life’s journey, like the first streak of dawn, giving me golden provision to carry me on my way.`,
  },
  {
    work: "gitanjali",
    kind: "extract",
    source: "The first song, in Tagore’s own English as printed in 1913",
    text: `Thou hast made me endless, such is thy pleasure. This frail vessel thou emptiest again and again, and fillest it ever with fresh life.

This little flute of a reed thou hast carried over hills and dales, and hast breathed through it melodies eternally new.

At the immortal touch of thy hands my little heart loses its limits in joy and gives birth to utterance ineffable.

Thy infinite gifts come to me only on these very small hands of mine. Ages pass, and still thou pourest, and still there is room to fill.`,
  },
  {
    work: "macbeth",
    kind: "extract",
    source: "Act 1, scene 1 (from the Folio of 1623, in today’s spelling)",
    text: `## A desert place

First witch. When shall we three meet again?
In thunder, lightning, or in rain?

Second witch. When the hurlyburly’s done,
When the battle’s lost and won.

Third witch. That will be ere the set of sun.

First witch. Where the place?

Second witch. Upon the heath.

Third witch. There to meet with Macbeth.`,
  },
];
