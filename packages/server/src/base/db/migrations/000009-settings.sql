-- The firm's own words for entities and the menu: {"matter.one": "Engagement", "matter.many": "Engagements"}.
alter table firms add column dictionary jsonb not null default '{}';

-- Every storage policy names a credential from here on. Those without one stored in the folder of this server, which
-- becomes a credential of each firm that has such policies. New firms had their levels written down from the whole to
-- the single case and are read from the first one on, so that the firm's own policy always won: those that nobody has
-- re-ordered are turned round. A firm's rows are out of the owner's own sight, and a new database has none (as in 000002).
do $$ begin
  if exists (select from pg_policies where tablename = 'storage_policies' and policyname = 'system_access') then
    set local role courtcrier_system
    ; insert into generic_credentials (firm_id, id, name, driver, folder_id)
        select distinct on (firm_id) firm_id, gen_random_uuid(), 'Folder of this server (storage)', 'FILE_SYSTEM', '/'
        from storage_policies where dms_credential_id is null order by firm_id
    ; insert into credentials (firm_id, id, name, kind)
        select firm_id, id, name, 'generic_credential' from generic_credentials
        where name = 'Folder of this server (storage)' on conflict (firm_id, id) do nothing
    ; update storage_policies p set dms_credential_id = g.id from generic_credentials g
        where p.dms_credential_id is null and g.firm_id = p.firm_id and g.name = 'Folder of this server (storage)'
    ; update firms set storage_policy_hierarchy = '{case,matter,client,practice_group,location,firm}'
        where storage_policy_hierarchy = '{firm,location,practice_group,client,matter,case}'
    ; reset role; end if; end $$;
alter table storage_policies alter column dms_credential_id set not null;
