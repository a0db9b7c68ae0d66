/** Questions and answers: a part for each subject, a smaller heading for each question. */
export const faq = {
  lead: "What readers ask us most. If yours is not here, a person answers on the contact page.",
  text: `
## Finding and buying {#buying}

### Do I need an account to buy? {#need-an-account}

No. Fill your cart, enter where the books go, and pay. The e-mail about your order has a link to its page, where you see everything about it.

### How do I find a book? {#find-a-book}

Type part of its title into the search at the top; capitals and accents do not matter. Or walk along the [categories](/categories), the [authors](/authors) and the [best sellers](/best-sellers).

### You do not have the book I want. Can you get it? {#ask-for-a-book}

Often, yes. [Ask us for it](/ask-for-a-book) with its title or its ISBN: a person looks for it and answers, usually within two working days. Asking is not an order.

### Is my cart still there tomorrow? {#cart-kept}

Yes. The shop keeps it, not your browser’s memory: it survives a restart and stays for a year. When you sign in, it is merged with the cart of your account, and you have it on every device.

### Does the cart put books aside for me? {#put-aside}

Not yet. We put them aside when you press “Pay with {payment company}”, for {minutes to pay}, and the page says until when. If you do not pay, they go back on the shelf.

### How many copies can I order? {#how-many-copies}

Up to 20 of a book, as long as we have them. For a class, a library or a wedding, [write to us](/contact) and we’ll find more.

### A book is sold out. What can I do? {#sold-out}

Leave your e-mail address on its page. When it is on the shelf again you get one e-mail, and no other. We do not put a copy aside for you.

### Is “Only 3 left” true? {#only-a-few-left}

Yes. It is the number of copies on the shelf that nobody has paid for or is paying for. We do not invent hurry.

### What is the struck-through price? {#mrp-and-price}

The MRP printed on the book. The price beside it is what you pay, with all taxes, and the saving is the difference. We never sell above the MRP.

### How are the best sellers ranked? {#best-sellers}

By copies sold in this shop in the last 30 days, the newest sales counting most; then by rating. While nothing has been sold in that time they are the top rated, and the page says so. Nobody can pay to be among them.

### How do I use a code {code example}? {#codes}

Enter it in the cart’s order summary. {code saving} The summary shows the discount, or says why there is none.

### How do bundles work? {#bundles}

Put every book of a bundle into the cart, all at once from [special offers](/special-offers) or one by one, and each of them is {bundle saving} automatically. No code is needed.

### Can I use a code and a bundle together? {#code-and-bundle}

{while there are bundles} In one order, yes; on one copy, no. Each copy gets the larger of the two discounts, and the shop works out which. A fixed-amount code applies outside bundles, or instead of one if that saves you more.

## Paying {#paying}

### How can I pay? {#ways-to-pay}

{ways to pay}, in {payment company}’s window. All prices are in Indian rupees, and we add no fee for any way to pay.

### Can I pay in cash at the door? {#cash-on-delivery}

{paying at the door} If something is wrong, we refund you.

### Do you see my card number? {#card-safe}

Never. You type it into {payment company}’s own window, and your bank asks you to confirm. The shop learns that you paid, the kind of payment, and the last four digits at most.

### The payment failed. Was money taken? {#payment-failed}

Usually not. If it was, we check with {payment company} ourselves: your order is paid, or you are refunded without having to ask, usually within {refund time}. Your cart is as it was, and you can simply try again.

### I closed the window after paying. What now? {#window-closed}

Nothing is lost. {payment company} tells us too, and the e-mail about your order comes within minutes. The cart shows the paid order when you open it again.

### How long do I have to pay? {#how-long-to-pay}

The books are held for {minutes to pay}; the payment window closes a little earlier. A payment that comes later still counts if the books are there, and is refunded if they are not.

### Where is my bill? {#bill}

On your order’s page, a few seconds after the payment, to print or to keep as a PDF. If you get money back, a credit note appears beside it.

### Is tax included? {#tax}

Yes, in every price. Printed books are free of GST in India, which is why the document is called a bill of supply and not a tax invoice.

## Delivery and returns {#delivery}

### What does delivery cost? {#delivery-cost}

{delivery cost}

### When will my books arrive? {#delivery-time}

We pack {packing time}. From order to door it usually takes {days to large cities} to the large cities, {days to most of India} to most of India and {days to far corners} to the far corners. [Shipping](/shipping) gives the time for your PIN code.

### Do you deliver abroad? {#abroad}

Not yet. We deliver to every PIN code in India, Army post offices included.

### Where is my parcel? {#track}

When it leaves us you get an e-mail with the courier and the tracking number. Both are on your order’s page too.

### Can I send a book as a present? {#present}

Yes. Enter the address of the person who gets it and your own e-mail address, so that our e-mails come to you. No price is on the outside of the parcel.

### I have lost the e-mail with my order’s link. {#lost-letter}

If you were signed in when you ordered, the order is in [your list](/orders). Otherwise [write to us](/contact) from the same e-mail address and we send the link again.

### Can I change the address after paying? {#change-address}

You cannot change it yourself. Until the parcel leaves, you can cancel free of charge and order again; or [write to us](/contact) at once.

### How do I cancel? {#cancel}

On your order’s page, until the parcel leaves: the whole order or single copies, free of charge. The refund usually arrives within {refund time}.

### My book came damaged, or it is the wrong one. {#damaged}

We are sorry. Within {days to return}, open your order by the link in its e-mail or from [your orders](/orders), press “Return a book” and say what is wrong. We answer by e-mail within two working days and pay the postage; we refund you when the book arrives, or at once when you may keep it. [Returns](/returns) has the details.

### Can I return a book I do not like? {#not-for-me}

Unread and as it came, within {days to return}, yes: press “Return a book” on your order’s page. You pay the postage back; we return the price you paid.

### When do I get my money back? {#refund-time}

It goes to the card or account you paid with and usually arrives there within {refund time}. An e-mail tells you when it is on its way.

## Your account and your data {#you}

### How do I sign in? {#sign-in}

{ways to sign in}

### Why does nobody ask for a password at sign-in? {#no-password}

Because there is none to steal. If you like, set an account password in [your account](/account): it is then asked for before your e-mail address changes, your data is exported or the account is deleted.

### Can I keep a wishlist without an account? {#wishlist-without-account}

Yes, on the device you use. When you sign in, it joins the [wishlist](/wishlist) of your account, and you have it on all your devices.

### How do I subscribe to the newsletter, and how do I unsubscribe? {#newsletter}

Leave your e-mail address on the [newsletter page](/newsletter) and confirm it with the e-mail we send you. Every issue has a link to unsubscribe; one click, and your address is deleted.

### How do I review a book? {#reviews}

Buy it here, read it, and press “Write a review” on its page, or “Review this book” on your order’s page. You sign in for that. We publish reviews as you write them. [Our few rules are here](/terms-of-service#reviews).

### Do you follow me around? {#trackers}

No. No advertising, no trackers, no record of the pages you look at, and so no cookie banner. The [privacy policy](/privacy-policy) names every cookie.

### How do I have my data deleted? {#delete-data}

Close the account on [its page](/account), or write to {e-mail}. We keep only what tax law requires: the documents of your orders.

### May children use the shop? {#children}

From 13, and under 18 with the consent of a parent or guardian. Children’s books are for every age.

### How do I reach a person? {#reach-a-person}

Through the [contact page](/contact): every message gets a ticket and an answer from a person. Or call; the phone is answered {phone hours}.

### What if {shop name} does not put it right? {#complaint}

Write to the grievance officer, named on the [contact page](/contact#grievance). You get an answer within 48 hours and a resolution within a month. The National Consumer Helpline is 1915.

### What is this shop made with? {#software}

With Endpaper, free bookshop software; any bookseller can open one.
`.trim(),
};
