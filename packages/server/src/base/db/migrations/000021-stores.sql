-- When the other side stops accepting a credential, so that people are reminded before.
alter table filevine_credentials add column expires_at date;
alter table box_client_credentials add column expires_at date;
alter table box_credentials add column expires_at date;
alter table sharepoint_online_credentials add column expires_at date;
alter table sharepoint_server_credentials add column expires_at date;
alter table clio_credentials add column expires_at date;
alter table smokeball_credentials add column expires_at date;
alter table netdocuments_client_credentials add column expires_at date;
alter table netdocuments_cloud_credentials add column expires_at date;
alter table litify_credentials add column expires_at date;
alter table neos_credentials add column expires_at date;
alter table imanage_cloud_credentials add column expires_at date;
alter table imanage_server_credentials add column expires_at date;
alter table generic_credentials add column expires_at date;
alter table credentials add column expires_at date;
alter table generic_credentials add column host_key text;

-- Where a copy is and how a person opens it. A path is taken in the place it is in, and in no other: a second copy in
-- another store may have the same.
alter table document_copies add column link text;
alter table document_copies add column target text;
alter table document_copies add column place text;
alter table document_copies add column waits_for text;
update document_copies set place = 'server' where path is not null;
update document_copies set waits_for = 'retry' where status = 'delayed';
drop index document_copies_path_key;
create unique index document_copies_place_path_key on document_copies (firm_id, place, path);
create index document_copies_waiting_idx on document_copies (firm_id, place) where waits_for = 'credential';

-- Folders that were made where they can be used only after a while: what is put there waits.
create table made_folders (
  firm_id integer not null,
  place text not null,
  path text not null,
  made_at timestamp(3) with time zone not null default now(),
  primary key (firm_id, place, path)
);
