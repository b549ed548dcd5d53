-- Which agent saves with a credential, and the name of the credential that is kept there. With an agent, the settings are
-- kept there; what is needed without one is no longer a matter of the table.
alter table generic_credentials add column agent text, add column agent_credential text;
alter table sharepoint_server_credentials
  add column agent text,
  add column agent_credential text,
  alter column base_url drop not null,
  alter column username drop not null,
  alter column password drop not null;
alter table imanage_server_credentials
  add column agent text,
  add column agent_credential text,
  alter column base_url drop not null,
  alter column customer_id drop not null,
  alter column database drop not null,
  alter column client_id drop not null,
  alter column client_secret drop not null,
  alter column username drop not null,
  alter column password drop not null,
  alter column author_field drop not null,
  alter column document_class drop not null,
  alter column document_subclass drop not null;
