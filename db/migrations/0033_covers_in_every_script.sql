-- Covers and portraits that were drawn without their letters lose their names. The job `drawings` gives them new ones, by
-- which they are drawn again, with letters.

update books b set cover_key = ''
from works w
where w.id = b.work_id and (
  concat(w.title, w.subtitle) ~ '[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0980-\u0d7f\ufb50-\ufdff\ufe70-\ufefc]'
  or exists (
    select from work_contributors c join authors a on a.id = c.author_id
    where c.work_id = w.id
      and a.name ~ '[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0980-\u0d7f\ufb50-\ufdff\ufe70-\ufefc]')
  or exists (
    select from series_works p join series s on s.id = p.series_id
    where p.work_id = w.id
      and s.name ~ '[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0980-\u0d7f\ufb50-\ufdff\ufe70-\ufefc]'));

update authors set image_url = ''
where image_url like '/portraits/%'
  and name ~ '[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0980-\u0d7f\ufb50-\ufdff\ufe70-\ufefc]';
