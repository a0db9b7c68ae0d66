/** The terms of service, with the wording of the law where there is one and plain words elsewhere. */
export const termsOfService = {
  lead: "What you may expect of us, and we of you. Short, because a bookshop has better things to read.",
  text: `
## Who sells {#who}

{shop name} is run by {seller name}, who buys the books, keeps them in stock and sells them to you. Every contract is between you and this seller.

{seller details}

## Who may buy {#age}

You must be 13 or older to use this shop. In India a person under 18 needs a parent or guardian for a contract: if you are under 18, ask one of them to order, or to agree before you do.

## Prices {#prices}

All prices are in Indian rupees and include all taxes. Where a book is sold below its MRP, both are shown. No book is sold above its MRP.

{delivery cost} The cart shows one total with everything in it before you pay.

The cart shows the discount of a code or a bundle. A copy gets one discount; if two apply, the larger one. If a price on a page is plainly a mistake, such as a missing digit, we may cancel before dispatch and return all of the money.

## How an order is made {#order}

1. You fill the cart and enter the delivery address. Nothing is binding yet.
2. With “Pay with {payment company}” you offer to buy. We put the copies aside for {minutes to pay} while you pay.
3. When the payment is confirmed the order is accepted and the sale is made. An e-mail says so, with the order’s number.

If a payment comes so late that the books are gone, there is no sale, and we refund the full amount automatically.

We may limit how many copies one reader buys of a title, so that others get one too.

## Payment {#payment}

{payment company} takes the payments, in its own window. Card numbers never reach us. We add no fee for any payment method. A bill of supply or invoice for every paid order is on the order’s page, to print and to keep.

## Delivery, cancelling and returns {#delivery}

Times and places are on the [shipping page](/shipping). Until a parcel leaves, you may cancel free of charge. After that, the [returns page](/returns) applies: it is part of these terms. Until the parcel is in your hands, loss and damage are ours to bear.

## Your account {#account}

You buy with an account, or as a guest. Keep your account to yourself; what is ordered with it is ordered by you. You can close it at any time. We may close one that is used for fraud, and say why.

## Fair use of the shop {#fair-use}

- Do not try to break in, to see what belongs to others, or to keep the shop so busy that others cannot buy.
- Do not buy to resell in quantity without asking us first. Schools and libraries: [do write](/contact), we like large orders.

## Reviews {#reviews}

Readers who have bought a book here and kept it may review it, once, from the book’s page. You may change or withdraw your review at any time; it is deleted together with your account. We show it under the name you choose, with its date and “Bought it here”, to everybody.

Reviews are shown at once, as they were written, the newest first. We never change a word, and never hide one because it is unkind to a book. We hide it for these reasons only, and its writer gets an e-mail that says which:

- It insults or threatens somebody.
- It names a private person, or gives an address or a phone number.
- It advertises something, or was paid for.
- It is not about the book, but about something else, such as a parcel.
- It copies somebody else’s words.
- The law does not allow us to show it.

Have you seen a review like that here? [Tell us](/contact). We pay nobody for reviews and write none ourselves. The sample reviews of the demonstration catalogue say that they are samples. These rules follow the Indian Standard IS 19000:2022.

## Words, covers and software {#words-and-covers}

Books belong to their authors and publishers. The covers in this shop are drawn by its software unless a publisher gave one. Descriptions and lists are ours; quote them as you would a review, with a link. The shop’s software is open source, under its own licence.

## If something goes wrong {#liability}

We answer for what we sell and for what we do, as the Consumer Protection Act, 2019 says. We do not answer for what neither of us could foresee or prevent. Nothing here takes away a right the law gives you.

## Complaints {#complaints}

Write or call. Every complaint gets a ticket at once, an answer within 48 hours and a resolution within a month.

{complaints contact}

You may also call the National Consumer Helpline, 1915, or use [its website](https://consumerhelpline.gov.in/).

## Changes and law {#changes}

An order is subject to the terms that were published here when it was placed. When they change, the date above changes. Indian law applies, and you may go to the consumer commission where you live.

Anything here unclear? [Ask us](/contact).
`.trim(),
};
