-- The statuses a firm has for its cases besides Open and Closed.
alter table firms add column case_statuses text[] not null default '{}';

-- Statuses by which notices are ignored could be any text until now, and no case could have most of them. They become
-- the firm's own, in one spelling. A firm's rows are out of the owner's own sight, and a new database has none (as in
-- 000002).
do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    set local role courtcrier_system
    ; update ignored_cases set ignored_by_status = nullif(initcap(s.known), '')
        from (select firm_id as of_firm, id as of_id, lower(trim(ignored_by_status)) as known from ignored_cases) s
        where firm_id = s.of_firm and id = s.of_id and s.known in ('', 'open', 'closed')
    ; update firms f set case_statuses = coalesce((
        select array_agg(own.status order by own.status) from (
          select min(left(trim(said.status), 60)) as status from (
            select unnest(f.ignored_case_statuses) as status union all
            select i.ignored_by_status from ignored_cases i where i.firm_id = f.firm_id) said
          where trim(said.status) <> '' and lower(trim(said.status)) not in ('open', 'closed')
          group by lower(left(trim(said.status), 60))) own), '{}')
    ; update firms f set ignored_case_statuses = coalesce((
        select array_agg(distinct listed.status) from unnest(f.ignored_case_statuses) said(status)
          join unnest('{Open,Closed}'::text[] || f.case_statuses) listed(status)
            on lower(listed.status) = lower(left(trim(said.status), 60))), '{}')
        where f.ignored_case_statuses <> '{}'
    ; update ignored_cases i set ignored_by_status = listed.status
        from firms f, unnest(f.case_statuses) listed(status)
        where f.firm_id = i.firm_id and lower(listed.status) = lower(left(trim(i.ignored_by_status), 60))
    ; reset role; end if; end $$;
