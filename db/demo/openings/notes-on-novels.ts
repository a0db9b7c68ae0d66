/** The bookseller's notes on novels and stories, and two tables of contents; written for the demonstration. */

import type { DemoOpening } from "#db/demo/demo-types.ts";

export const notesOnNovels: DemoOpening[] = [
  {
    work: "the-guide",
    kind: "note",
    text: `Watch the commas in this one. Raju never tells a lie outright. He leaves a small pause where the truth would have gone, and other people step into it and make themselves comfortable. By the time the village has decided that he is a saint, he has hardly said a thing.

We give it to anybody who thinks that Narayan is gentle. He is polite, which is different. Read the last page twice, and then decide whether it rains.`,
  },
  {
    work: "malgudi-days",
    kind: "note",
    text: `One story with the morning coffee, one with the evening coffee, and the book lasts sixteen days. We have tried reading it faster. The town begins to blur, and it is a town that ought to be walked through at the speed of a man who has nowhere to be until four.

If you must begin somewhere, begin with the postman. If you have a dog, leave the blind beggar’s for a day when you are feeling strong.`,
  },
  {
    work: "midnights-children",
    kind: "note",
    text: `It begins three times. Saleem cannot help it: he clears his throat, looks at the clock, remembers his grandfather’s nose and has to go back for it. Let him. Nobody who tells a story at this length does so because he has time. He has very little, and says so.

Do not look anything up on the first reading. When it becomes too much, do as Padma does and tell him to get on with it. He never minds, and he never obeys.`,
  },
  {
    work: "a-suitable-boy",
    kind: "note",
    text: `People ask us whether they need to read all of it. You need to read the table of contents: it is in rhyming couplets, one for each part, and it will tell you whether you and this book are going to get on.

After that it takes care of itself. Nobody finishes it in a hurry and hardly anybody stops. Buy a second bookmark for the family trees, choose your own suitor for Lata by page four hundred, and be prepared to lose the argument at dinner.`,
  },
  {
    work: "interpreter-of-maladies",
    kind: "contents",
    text: `A Temporary Matter
When Mr. Pirzada Came to Dine
Interpreter of Maladies
A Real Durwan
Sexy
Mrs. Sen’s
This Blessed House
The Treatment of Bibi Haldar
The Third and Final Continent`,
  },
  {
    work: "stories-of-your-life-and-others",
    kind: "contents",
    text: `Tower of Babylon
Understand
Division by Zero
Story of Your Life
Seventy-Two Letters
The Evolution of Human Science
Hell Is the Absence of God
Liking What You See: A Documentary`,
  },
  {
    work: "sea-of-poppies",
    kind: "note",
    text: `For the first fifty pages you will want a dictionary of ship’s Hindustani. Resist. Nobody on the Ibis has one either. The words arrive the way a crowd arrives at a ghat, all talking, and after a while you find that you know which of them are swearing.

It is the first of three, and it stops with half the people in a boat and the sea getting up. We keep the second within reach of the till.`,
  },
  {
    work: "train-to-pakistan",
    kind: "note",
    text: `Notice how long nothing happens. The mail train goes through, the goods train comes, the mullah and the bhai of the gurdwara wake up within minutes of each other, and the village turns over and sleeps again. Khushwant Singh sets a clock before he breaks it.

It can be read between lunch and dinner. We would not plan anything for the hour after that.`,
  },
  {
    work: "wolf-hall",
    kind: "note",
    text: `When you are not sure who “he” is, it is Cromwell. That one sentence has saved more copies of this book from being put down than any prize has.

You stand at his shoulder, you smell the wool on him, and he notices everything: the price of the carpet, the lie, the child at the edge of the room. He was supposed to be the villain. Around page two hundred you will catch yourself hoping that he gets away with it, and that is where the book has been leading you all along.`,
  },
  {
    work: "ghachar-ghochar",
    kind: "note",
    text: `You can read it standing in the shop. Two people have. Neither of them put it back.

It is about a family that used to be poor and kind, and it never says where the one went when the other did. There are ants in it, and tea, and a waiter who speaks like an oracle because he is asked the right questions. Listen for the moment at which “we” stops being a comfortable word.`,
  },
  {
    work: "samskara",
    kind: "note",
    text: `A dead man lies in a house and no one may eat until he is burnt. Everything in the book follows from that, as exactly as in a proof, and it is read in the same way: with the growing suspicion that the mistake is in the first line.

Keep Ramanujan’s afterword for afterwards. He has been so quiet as a translator that it comes as a surprise how much he has to say.`,
  },
  {
    work: "tomb-of-sand",
    kind: "note",
    text: `For the first part, an old woman will not get up. We mention it because some readers think that they have missed something. You have not. You are being taught to wait, by somebody who is very good at it, and the sentences go for small walks meanwhile.

Then she gets up. After that the difficulty is to keep pace with her. The Hindi stands on another of our shelves, under its own name, and there are people who bought both and read them line against line.`,
  },
  {
    work: "the-golden-fortress",
    kind: "note",
    text: `The best place for this is the upper berth of a train to Rajasthan, by a small lamp, with somebody snoring below. Failing that, a summer afternoon and a fan will do.

If the reader is under twelve, one piece of advice: do not skip the part about the scorpion in order to find out what happens to the boy. If the reader is over forty, another: that writer of thrillers with the red suitcase, who gets every fact wrong, is going to be your friend for life.`,
  },
  {
    work: "and-then-there-were-none",
    kind: "note",
    text: `Every suspect is described on the first few pages, on the way to the island, one after the other, with what is going on in each head. It is all there. She even gives them away, in a manner of speaking. You will go back and look, and be furious.

Do not read it in a house with a stair that creaks. Do not lend it to somebody who tells.`,
  },
  {
    work: "the-devotion-of-suspect-x",
    kind: "note",
    text: `By page thirty you know who did it, how, and why, and you begin to wonder what the other three hundred pages are for. That is the trap. There is a second question under the first, it is asked in plain sight, and hardly anybody hears it.

A customer who teaches mathematics at a school in Jayanagar brought her copy back to show us the place where she had cried. It was a sum.`,
  },
  {
    work: "the-left-hand-of-darkness",
    kind: "note",
    text: `It opens with a parade and a man who does not quite see what it is for, and for some time you will be in his place. Le Guin makes you live among strangers before she lets you love one.

Then there are eighty pages of ice, a tent and two people, and we know readers who go back to those every winter and have never again opened the rest. Take something warm. It is a book in which one is cold.`,
  },
  {
    work: "the-hobbit",
    kind: "note",
    text: `Read it aloud or do not read it at all. It was made for a voice: it says “you” to the listener, it stops to explain what a hobbit is, and it gives the dwarves a song whenever somebody ought to be in bed.

A chapter is about half an hour. Do the riddles slowly and let them guess. We sell it mainly to grown-ups, who say that it is for a nephew, and then ask whether the map is in it.`,
  },
  {
    work: "the-three-body-problem",
    kind: "note",
    text: `The first chapter is history and it is terrible. Do not put the book down there. Everything that comes later, down to the last light in the sky, is an answer to what one girl sees on a stage in 1967.

You need no physics beyond a willingness to be told. If a page goes over your head, look at how the person who is being told takes it: usually it goes over theirs too. Clear an evening for the ship in the canal.`,
  },
  {
    work: "those-pricey-thakur-girls",
    kind: "note",
    text: `There are five sisters and they are called A to E, so that you cannot lose count, though their father does. The card table is always set, somebody is always listening on the stairs, and the dog has views.

We recommend it for the flat, hot week in May when nothing else will do. You will read it in two days, and miss a house on Hailey Road that you have never been inside.`,
  },
  {
    work: "the-book-thief",
    kind: "note",
    text: `Death tells it, and he begins by saying that you are going to die, which is meant kindly. He cannot keep a secret. He will tell you the end long before it comes, more than once, and the odd thing is that this makes it harder and not easier.

We keep it on the shelf for young readers and sell it to their parents. Have a handkerchief and, if you can, an accordion in the next room.`,
  },
];
