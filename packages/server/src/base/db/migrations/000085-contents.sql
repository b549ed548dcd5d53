-- The documents as the notice listed them. Filings from before get what is known of it: the listed documents' numbers and
-- titles, without those that the text linked to and without the notice itself. A firm's rows are out of the owner's own
-- sight, and a new database has none (as in 000002).
alter table envelopes add column contents text[] not null default '{}';
do $$ begin
  if exists (select from pg_policies where tablename = 'envelopes' and policyname = 'system_access') then
    set local role courtcrier_system
    ; update envelopes e set contents = d.contents from (
        select firm_id, envelope_id,
          array_agg(left(concat_ws(': ', nullif(number, ''), title), 1000) order by position) as contents
        from documents where position < 90000 group by firm_id, envelope_id) d
      where d.firm_id = e.firm_id and d.envelope_id = e.id
    ; reset role; end if; end $$;
