-- The job that writes back-in-stock letters has their name; what is known of it goes along.
update jobs set name = 'back-in-stock' where name = 'restock';
