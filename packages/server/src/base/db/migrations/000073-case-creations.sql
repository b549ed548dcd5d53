-- Cases that a rule made from a notice. A row outlives its case: a case that a person deleted isn't made again, and one
-- may come back by an undo.
create table case_creations (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  case_id uuid not null,
  auto_case_creation_id uuid not null,
  jurisdiction_preference_id uuid not null,
  inbox_item_id uuid not null,
  jurisdiction_id uuid not null,
  -- Without what changes during a case, as judges' initials.
  plain_number text not null,
  -- Everyone the rule ever assigned to the case, so that it assigns no one again whom a person removed.
  assigned uuid[] not null default '{}',
  primary key (firm_id, id)
);
create unique index case_creations_case_id_key on case_creations (firm_id, case_id);
create index case_creations_inbox_item_id on case_creations (firm_id, inbox_item_id);
create index case_creations_plain_number on case_creations (firm_id, jurisdiction_id, plain_number);

alter table cases add column made_by_rule text not null default 'NO';
create index cases_made_by_rule on cases (firm_id, made_by_rule) where made_by_rule <> 'NO';
