-- Long reports of the desk, as a job has added them up: a page reads one part of one of them, however much it is made of.
create table kept_reports (
  -- What is added up, and which days, title, month and so on.
  kind text not null,
  question jsonb not null,
  -- When the desk last asked for it, and as of when it is; null while it was never made. It is due when it was asked for later.
  asked_at timestamptz not null,
  made_at timestamptz,
  -- Goes up with each attempt, so that one report that cannot be made does not hold up the others.
  tries integer not null default 0,
  -- What stands on each of its pages, and how many parts of its list there are.
  head jsonb,
  pages integer not null default 0,
  constraint kept_reports_pkey primary key (kind, question)
);
create index kept_reports_due on kept_reports (tries, asked_at) where made_at is null or made_at < asked_at;

create table kept_report_pages (
  kind text not null,
  question jsonb not null,
  page integer not null,
  -- The rows of the page.
  content jsonb not null,
  constraint kept_report_pages_pkey primary key (kind, question, page),
  constraint kept_report_pages_report foreign key (kind, question) references kept_reports on delete cascade
);
