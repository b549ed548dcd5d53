-- What records are held against while one is typed in. Row-level security keeps an index on an expression from being
-- used unless its functions are leakproof, so the keys are columns that the database works out itself.

-- The serial number within a number: its longest run of digits that is no year, without leading zeros.
create function similar_number(number text) returns text language sql immutable parallel safe as $$
  select coalesce(
    (select nullif(ltrim(run[1], '0'), '') from regexp_matches(number, '[0-9]+', 'g') as run
      order by run[1] ~ '^(19|20)[0-9][0-9]$', length(run[1]) desc limit 1),
    left(regexp_replace(lower(number), '[^a-z0-9]+', '', 'g'), 120)) $$;

-- The letters and digits of a name, without the words that captions and firms' names are written with or without.
create function similar_name(name text) returns text language sql immutable parallel safe as $$
  select left(regexp_replace(regexp_replace(regexp_replace(lower(name), '[.'']', '', 'g'),
    '\m(v|vs|versus|et|al|in|re|the|of|and|a|an|inc|incorporated|llc|llp|lp|ltd|limited|co|corp|corporation|company|plc)\M',
    ' ', 'g'), '[^a-z0-9]+', '', 'g'), 200) $$;

alter table cases
  add column number_key text collate "C" generated always as (similar_number(case_number)) stored,
  add column name_key text collate "C" generated always as (similar_name(name)) stored,
  add column name_key_back text collate "C" generated always as (reverse(similar_name(name))) stored;
alter table matters
  add column number_key text collate "C" generated always as (similar_number(number)) stored,
  add column name_key text collate "C" generated always as (similar_name(name)) stored,
  add column name_key_back text collate "C" generated always as (reverse(similar_name(name))) stored;
alter table clients
  add column number_key text collate "C" generated always as (similar_number(number)) stored,
  add column name_key text collate "C" generated always as (similar_name(name)) stored,
  add column name_key_back text collate "C" generated always as (reverse(similar_name(name))) stored;

create index cases_number_key_idx on cases (firm_id, number_key);
create index cases_name_key_idx on cases (firm_id, name_key);
create index cases_name_key_back_idx on cases (firm_id, name_key_back);
create index matters_number_key_idx on matters (firm_id, number_key);
create index matters_name_key_idx on matters (firm_id, name_key);
create index matters_name_key_back_idx on matters (firm_id, name_key_back);
create index clients_number_key_idx on clients (firm_id, number_key);
create index clients_name_key_idx on clients (firm_id, name_key);
create index clients_name_key_back_idx on clients (firm_id, name_key_back);
