import { href } from "#routing/href.ts";
import { cleanText } from "#shop/text/clean-text.ts";
import type { LetterType } from "./letter-type.ts";
import { linkTo } from "./link-to.ts";

/** To the shop, once a day, when more messages and requests for books have come than are sent by letter. */
export const contactGathered: LetterType<Record<never, never>> = {
  load: () => Promise.resolve({}),
  write(_, shop) {
    return {
      subject: "More messages came today than we send by letter",
      preheader: "All of them are saved. The command line lists them.",
      heading: "Many messages came today",
      greeting: "Hello,",
      paragraphs: [
        "Too many messages and requests for books have come within a day to send you every one. None is lost: the commands below list all that wait for an answer.",
        "If they look automatic, do not rely on their senders’ addresses, because anybody may have typed them.",
      ],
      facts: [
        { label: "Messages", value: "npm run shop -- contact list" },
        { label: "Requests for books", value: "npm run shop -- book-requests list" },
      ],
      action: { label: "Visit the shop", url: linkTo(href("/"), shop.publicUrl) },
      links: [],
      because: `You get this letter because you run ${cleanText(shop.name)}. It comes once a day at most.`,
    };
  },
  sample: {},
};
