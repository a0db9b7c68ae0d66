import { href } from "#routing/href.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { deskActionText } from "#shop/office/letters/done-at-desk.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo, linkToDesk } from "#shop/office/letters/link-to.ts";

/** To the shop, at most once a day: more messages and book requests arrived than the shop sends as separate letters. */
export const contactGathered: LetterType<Record<never, never>> = {
  load: () => Promise.resolve({}),
  write(_, shop) {
    return {
      subject: "More messages came today than we send by e-mail",
      preheader: "All of them are saved, and wait for an answer.",
      heading: "Many messages came today",
      greeting: "Hello,",
      paragraphs: [
        "More messages and requests for books arrived today than we send to you by e-mail. None is lost: the desk lists all that wait for an answer.",
        "If they look automatic, do not rely on their senders’ addresses, because anybody may have typed them.",
      ],
      facts: [],
      ...deskActionText(
        shop,
        { label: "See the messages", deskPath: "/messages" },
        { label: "Visit the shop", url: linkTo(href("/"), shop.publicUrl) },
      ),
      links:
        shop.deskUrl === null
          ? []
          : [{ label: "See the requests for books", url: linkToDesk("/wanted", shop.deskUrl) }],
      because: `You get this e-mail because you run ${cleanText(shop.name)}. It comes once a day at most.`,
    };
  },
  sample: {},
};
