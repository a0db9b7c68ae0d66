-- Two jobs and a kind of alert have plainer names; what is known of them goes along.
update jobs set name = 'documents' where name = 'papers';
update jobs set name = 'external-refunds' where name = 'refunds-elsewhere';
update alerts set kind = 'documents' where kind = 'papers';
