/** The privacy policy. Every statement must match what the shop does. */
export const privacyPolicy = {
  lead: "We keep what we need to sell books, and nothing to follow you around with. No advertising, no trackers, no selling of data.",
  text: `
## Who is responsible {#who}

{seller name} decides what happens with your data in this shop (the data fiduciary, in the words of the Digital Personal Data Protection Act, 2023).

{seller details}

## What we keep, why, and how long {#what}

Each row is one purpose. We use the data for no other.

{stored data}

We keep no record of the pages you look at. Network addresses are used in passing, to stop floods of requests, and are stored only with an order while it waits for its payment.

## What is searched for {#searches}

We count what is searched for, so that we know which books to get: how many people searched for each phrase each day, never who. For that we do not look at your account or your cart.

- So that you count once for a text, we store until midnight (India’s) a code made from your network address, the name of your browser, the text and a secret of that day. The address itself is not stored.
- After midnight the secret and all codes of the day are deleted. Then nobody can tell any more who searched, nor what else they searched for.
- Texts with an @, or with more than {search digits} digits, are not counted, because they may be an address or a telephone number; ISBNs are counted.
- We look only at texts that {search visitors} visitors or more searched for; a visitor who searches again on another day counts again. A count is deleted after {search days} days.

## Cookies, by name {#cookies}

The shop uses only cookies that it cannot work without, so there is no banner to click away. On a secure address, the names marked with a star begin with “__Host-”, which ties them to this shop.

{cookies}

{companies} may set cookies of their own, on their sign-in pages and in the payment window. Their policies say which.

## Who else sees it {#others}

{who sees data}

Nobody else. {companies} may handle data outside India under their own rules.

## Children {#children}

This shop is not for children under 13, and we do not knowingly keep data about them. In India the law protects everybody under 18: a person under 18 needs the consent of a parent or guardian before giving us data. We track nobody’s behaviour and show no advertising, to children least of all.

If you think a child has given us data without that consent, write to us and we delete it.

## What you may ask of us {#rights}

- To see what we keep about you, in a form you can take with you.
- To have it corrected.
- To have it deleted. What tax law requires us to keep stays for eight years, for the accounts only.
- To take back a consent as easily as you gave it: unsubscribe from the newsletter with the link in every issue, close the account on its page.
- To name somebody who may do all this for you if you die or no longer can.

Write to {e-mail} or through the [contact page](/contact). We answer within 48 hours and finish within a month. We may ask a question to be sure that it is you.

## How it is kept safe {#safety}

Everything between you and the shop is encrypted. Passwords and sign-ins are stored only as hashes, card numbers not at all. Pages that hold something of yours are never stored in shared caches.

If your data is ever at risk because of a mistake of ours, we tell you and the Data Protection Board of India without delay: what happened, what it may mean, and what to do.

## Complaints {#complaints}

{complaints contact}

If we do not settle it, you may go to the Data Protection Board of India.

## Changes {#changes}

When this policy changes, the date at the top changes. Before anything is used for a new purpose, we ask you.
`.trim(),
};
