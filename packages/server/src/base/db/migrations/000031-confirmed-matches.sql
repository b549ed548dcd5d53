-- What a person decided once: a notice of this court with this number and name is about this case, although something
-- spoke against it. The same doubt is not raised again. Without references: of a case that is gone it says nothing, and of
-- one whose deletion is taken back it still holds.
create table confirmed_matches (
  firm_id integer not null,
  id uuid not null,
  case_id uuid not null,
  court_id text not null,
  docket_number text not null,
  case_name text not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  primary key (firm_id, id)
);
create unique index confirmed_matches_once_key on confirmed_matches (case_id, court_id, docket_number, case_name, firm_id);
