-- Services that an administrator describes: which calls save, read and create.
alter table generic_credentials
  add column upload_method text not null default 'PUT',
  add column upload_path text,
  add column upload_body text not null default 'BYTES',
  add column file_field text,
  add column form_fields jsonb not null default '{}',
  add column headers jsonb not null default '{}',
  add column read_path text,
  add column folder_method text not null default 'POST',
  add column folder_path text,
  add column folder_body text,
  add column link_template text;
alter table neos_credentials
  add column upload_method text not null default 'PUT',
  add column upload_path text,
  add column upload_body text not null default 'BYTES',
  add column file_field text,
  add column form_fields jsonb not null default '{}',
  add column headers jsonb not null default '{}',
  add column read_path text,
  add column folder_method text not null default 'POST',
  add column folder_path text,
  add column folder_body text,
  add column link_template text;
