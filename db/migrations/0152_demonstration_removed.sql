-- Shops that removed the demonstration before its removal was noted.
insert into catalogue_loads (source, content_sha256)
select 'demo removed', content_sha256 from catalogue_loads
where source = 'demo' and not exists (select from books where source = 'demo' and is_listed)
on conflict (source) do nothing;
