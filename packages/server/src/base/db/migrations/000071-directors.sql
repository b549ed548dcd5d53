-- Who directed something elsewhere: put an address into a list, set where a DMS or a webhook is, or said what goes there. It
-- says no more than this person may see. A row outlives its record, which may come back by an undo, and its address, to
-- which something may still be waiting. What was there before has no row, except for webhooks.
create table directors (
  firm_id integer not null,
  entity text not null,
  record_id text not null,
  field text not null,
  -- Of a list, the entry in lower case.
  value text not null default '',
  user_id uuid not null,
  set_at timestamptz not null default statement_timestamp(),
  primary key (firm_id, entity, record_id, field, value)
);

do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    set local role courtcrier_system; insert into directors (firm_id, entity, record_id, field, user_id)
      select firm_id, 'webhook', id::text, 'url', user_id from webhook_makers
    ; reset role; end if; end $$;

drop table webhook_makers;
