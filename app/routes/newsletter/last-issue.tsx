import { Link } from "react-router";

import { useShop } from "#app/components/frame/use-shop.ts";
import { Blocks } from "#app/content/blocks.tsx";
import { showBlock } from "#app/content/show-block.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { plainWords, type TextBlock } from "#shop/kernel/text/formatted-text.ts";
import { findLinkedBook, type NewsletterIssue } from "#shop/people/correspondence/newsletter-issue.ts";
import { ShopMark } from "#app/components/frame/shop-sign.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

interface LastIssueProps {
  issue: NewsletterIssue;
  /** The day on which it was sent, as text and as `YYYY-MM-DD`. */
  sentOn: { text: string; day: string };
}

/** The newest issue of the newsletter, looking as it does in the inbox, so that readers see what they subscribe to. */
export function LastIssue({ issue: { subject, parts }, sentOn }: LastIssueProps) {
  const shopName = useShop()?.shopName ?? "";
  const button = parts.find((part) => "path" in part && findLinkedBook(part) === null);
  return (
    <section aria-labelledby="last-issue">
      <h2 id="last-issue" className="text-title">
        Our last letter, <time dateTime={sentOn.day}>{sentOn.text}</time>
      </h2>
      <div className="mt-3 border border-line bg-raised">
        <Endpaper pattern="jali" inks="neel" className="h-8 sm:h-10" />
        <article className="px-5 pt-6 pb-9 sm:px-11 sm:pt-7 sm:pb-11">
          <p className="flex items-center gap-2 font-display text-lead leading-none font-[560]">
            <ShopMark className="size-6 text-action" />
            {shopName}
          </p>
          <h3 className="mt-6 text-h2 wrap-anywhere" lang={detectLanguage(subject)}>
            {subject}
          </h3>
          <div className="mt-5 grid justify-items-start gap-4 wrap-anywhere">
            {parts.map((part, place) =>
              !("path" in part) ? (
                <IssueText key={place} block={part} />
              ) : part === button ? (
                <ButtonLink key={place} to={part.path} variant="outline">
                  {part.label}
                </ButtonLink>
              ) : (
                <Link key={place} to={part.path} className="link">
                  {part.label}
                </Link>
              ),
            )}
            <p>
              With good wishes,
              <br />
              {shopName}
            </p>
          </div>
        </article>
      </div>
    </section>
  );
}

function IssueText({ block }: { block: TextBlock }) {
  if (!("heading" in block)) return <Blocks blocks={[showBlock(block)]} />;
  const words = plainWords(block.heading);
  return (
    <h4 className="mt-2 text-title" lang={detectLanguage(words)}>
      {words}
    </h4>
  );
}
