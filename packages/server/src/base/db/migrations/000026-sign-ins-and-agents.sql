-- How a WebDAV server is signed in to, and the keys of SFTP servers.
alter table generic_credentials add column sign_in text not null default 'BASIC';
alter table generic_credentials add column token bytea;
alter table generic_credentials add column private_key bytea;
alter table generic_credentials add column passphrase bytea;

-- No agent was ever asked, and from here on one cannot be switched on before there is one. A firm's rows are out of the
-- owner's own sight, and a new database has none (as in 000002).
do $$ begin
  if exists (select from pg_policies where tablename = 'generic_credentials' and policyname = 'system_access') then
    set local role courtcrier_system
    ; update filevine_credentials set use_agent = false where use_agent
    ; update box_client_credentials set use_agent = false where use_agent
    ; update box_credentials set use_agent = false where use_agent
    ; update sharepoint_online_credentials set use_agent = false where use_agent
    ; update sharepoint_server_credentials set use_agent = false where use_agent
    ; update clio_credentials set use_agent = false where use_agent
    ; update smokeball_credentials set use_agent = false where use_agent
    ; update netdocuments_client_credentials set use_agent = false where use_agent
    ; update netdocuments_cloud_credentials set use_agent = false where use_agent
    ; update litify_credentials set use_agent = false where use_agent
    ; update neos_credentials set use_agent = false where use_agent
    ; update imanage_cloud_credentials set use_agent = false where use_agent
    ; update imanage_server_credentials set use_agent = false where use_agent
    ; update generic_credentials set use_agent = false where use_agent
    ; reset role; end if; end $$;

-- What daily messages are still to tell of. It begins with the address and not with the firm: before there are statistics
-- an index that begins with the firm is taken for no better than any other that does.
drop index deliveries_scheduled_idx;
create index deliveries_scheduled_idx on deliveries (email, firm_id, created_at) where status = 'scheduled';
