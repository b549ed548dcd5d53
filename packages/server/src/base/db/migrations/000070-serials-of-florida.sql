-- Florida's uniform case numbers are written without hyphens, too (502024CA001234XXXAMB): county and year made one run
-- of digits, the same for every case of a county's year, so that the serial in it was not found by the index.
create or replace function similar_number(number text) returns text language sql immutable parallel safe as $$
  select coalesce(
    (select nullif(ltrim(run[1], '0'), '') from regexp_matches(
        regexp_replace(number, '^\s*[0-9]{2}((?:19|20)[0-9]{2})([A-Za-z]{2})([0-9]{6})', '\1-\2-\3'), '[0-9]+', 'g') as run
      order by run[1] ~ '^(19|20)[0-9][0-9]$', length(run[1]) desc limit 1),
    left(regexp_replace(lower(number), '[^a-z0-9]+', '', 'g'), 120)) $$;

-- A generated column keeps its old values until it is generated again.
alter table cases drop column number_key;
alter table cases add column number_key text collate "C" generated always as (similar_number(case_number)) stored;
create index cases_number_key_idx on cases (firm_id, number_key);
