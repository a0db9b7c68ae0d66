-- Every book opens: at what is written here of its work, else at its title page. Old processes go on beside it and read
-- `excerpts`, whose rows come along; nothing writes there any more, and a later migration drops it.
create table opening_pages (
  work_id text not null references works (id) on delete cascade,
  -- ISO 639, of the text: a work has one page in each language.
  language text not null check (language ~ '^[a-z]{2,3}$'),
  -- A piece of the book itself, its table of contents, or a note of the bookseller's.
  kind text not null check (kind in ('extract', 'contents', 'note')),
  -- `## ` begins a heading, a line break is kept as in verse. Of a table of contents each is a line.
  paragraphs text[] not null check (cardinality(paragraphs) between 1 and 500 and array_position(paragraphs, '') is null),
  -- Where a piece of the book stands, such as `The first two chapters`.
  source text not null default '' check (source <> '' or kind <> 'extract'),
  -- Who wrote it, where that is not the author.
  written_by text not null default '',
  -- Who set it here, such as `command line`; `demonstration` for what came with that.
  set_by text not null check (set_by <> ''),
  set_at timestamptz not null,
  primary key (work_id, language)
);
create trigger opening_pages_changed after insert or update or delete on opening_pages
  for each statement execute function tell_catalogue_changed();

insert into opening_pages (work_id, language, kind, paragraphs, source, set_by, set_at)
select e.work_id, coalesce(main.language, 'en'), 'extract', page.paragraphs, e.place,
  case when w.source = 'demo' then 'demonstration' else 'person' end, e.created_at
from excerpts e join works w on w.id = e.work_id
left join lateral (select b.language from books b where b.work_id = w.id order by b.is_main desc, b.id limit 1) main on true
cross join lateral (
  select array_agg(line.text order by chapter.place, line.place) as paragraphs
  from jsonb_array_elements(e.chapters) with ordinality as chapter (content, place)
  cross join lateral (
    select 0 as place, '## ' || (chapter.content ->> 'title') as text
    union all
    select paragraph.place, paragraph.text
    from jsonb_array_elements_text(case jsonb_typeof(chapter.content -> 'paragraphs')
      when 'array' then chapter.content -> 'paragraphs' else '[]' end) with ordinality as paragraph (text, place)) line
  where line.text <> '') page
where cardinality(page.paragraphs) between 1 and 500;
