-- Whether a mailbox has used a code already is found by this, however many have used the code.
create index redemptions_mailbox on redemptions (promotion_code, mailbox_of(email));
