-- The cases of the emails of Courtcrier that a message returns, repeats or answers: such a message says what they say, so
-- ethical walls ask about these cases, too.
alter table inbox_items add column other_case_ids uuid[] not null default '{}';
create index inbox_items_other_case_ids_idx on inbox_items using gin (other_case_ids) where other_case_ids <> '{}';

-- Of earlier reports that an email was returned, the reason names the case.
do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    set local role courtcrier_system; update inbox_items i set other_case_ids = told.ids from (
      select t.firm_id, t.id, array_agg(c.id) as ids
      from inbox_items t join cases c on c.firm_id = t.firm_id and c.name = substring(t.reason
        from '^A mail server (?:returned|reports that) the email to [^ ]+ about (.+?)(?:: |, without a reason| is delayed| was delivered)')
      where t.disposition = 'IGNORED' and t.reason like 'A mail server %'
      group by 1, 2
    ) told where told.firm_id = i.firm_id and told.id = i.id
    ; reset role; end if; end $$;
