-- Once, on the primary, as superuser: the shop's role and database.
--   sudo -u postgres psql -v password=... -f deploy/create-database.sql
create role endpaper login password :'password';
-- Behind PgBouncer these hold; who connects directly says what it needs.
alter role endpaper set statement_timeout = '10s';
alter role endpaper set lock_timeout = '5s';
alter role endpaper set idle_in_transaction_session_timeout = '10s';
create database endpaper owner endpaper;
