/** Style guide: banners and other messages, and brand mark, breadcrumbs and icons. */
import { EmptyState } from "#app/components/empty-state.tsx";
import { StockLabel } from "#app/components/books/stock-label.tsx";
import { Badge } from "#ui/badge.tsx";
import { Banner } from "#ui/banner.tsx";
import { BrandMark } from "#ui/brand-mark.tsx";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { ButtonLink } from "#ui/button.tsx";
import * as icons from "#ui/icons.tsx";
import { TransientMessage } from "#ui/transient-message.tsx";

import { Chapter, Specimen } from "./specimen.tsx";

/** Banners and other messages. */
export function MessagesChapter() {
  return (
    <Chapter
      id="messages"
      title="Messages"
      words="Screen readers announce an error at once, and other messages when they are idle. Each message says what happened and what to do."
    >
      <Specimen name="banner, error" isWide>
        <Banner variant="error">The payment did not go through. Nothing was taken; please try again.</Banner>
      </Specimen>
      <Specimen name="banner, success" isWide>
        <Banner variant="success">Your order is placed. The e-mail about it is on its way.</Banner>
      </Specimen>
      <Specimen name="banner, note" isWide>
        <Banner variant="note">Only 3 copies are left, so the quantity was set to 3.</Banner>
      </Specimen>
      <Specimen name="a note that disappears after three seconds" isWide>
        <TransientMessage messageKey="design">Your information has been updated successfully.</TransientMessage>
      </Specimen>
      <Specimen name="badges: offer, plain">
        <span className="flex gap-3">
          <Badge variant="offer">Best Seller</Badge>
          <Badge>Returned</Badge>
        </span>
      </Specimen>
      <Specimen name="stock">
        <StockLabel stock={{ state: "in-stock" }} />
        <StockLabel stock={{ state: "few-left", left: 3 }} />
        <StockLabel stock={{ state: "sold-out" }} />
      </Specimen>
      <Specimen name="nothing here" isWide>
        <EmptyState title="Your cart is empty">
          <p>There is room for a book or two.</p>
          <p className="mt-5">
            <ButtonLink to="/design">Continue Shopping</ButtonLink>
          </p>
        </EmptyState>
      </Specimen>
    </Chapter>
  );
}

/** Brand mark, breadcrumbs and icons. */
export function MarksChapter() {
  return (
    <Chapter
      id="marks"
      title="Marks"
      words="Icons are lines of 1.6 in a square of 24, and are always next to a name, or in a control that has one."
    >
      <Specimen name="the shop's mark">
        <BrandMark className="size-8 text-action" />
      </Specimen>
      <Specimen name="breadcrumbs">
        <Breadcrumbs
          crumbs={[
            { label: "Home", to: "/" },
            { label: "Poetry and plays", to: "/categories/poetry" },
          ]}
        />
      </Specimen>
      {Object.entries(icons).map(([name, Icon]) => (
        <Specimen key={name} name={name}>
          <Icon />
        </Specimen>
      ))}
    </Chapter>
  );
}
