-- Imports that run by themselves, the rows they are about, and exports.

create table import_jobs (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  file text not null,
  header text[] not null default '{}',
  samples jsonb not null default '[]',
  total integer not null default 0,
  mapping jsonb not null default '{}',
  deletes_missing boolean not null default false,
  attempts integer not null default 0,
  is_canceled boolean not null default false,
  primary key (firm_id, id),
  foreign key (firm_id, id) references import_runs (firm_id, id) on delete cascade
);

-- The first rows of each kind, as a person looks through them before the import is done. Errors are in import_findings.
create table import_rows (
  firm_id integer not null,
  import_run_id uuid not null,
  kind text not null,
  place integer not null,
  row_number integer not null,
  record_id uuid,
  title text,
  changes jsonb not null default '[]',
  primary key (firm_id, import_run_id, kind, place),
  foreign key (firm_id, import_run_id) references import_runs (firm_id, id) on delete cascade
);

-- Which field each column of a file of this header stood for the last time.
create table import_mappings (
  firm_id integer not null,
  id uuid not null,
  updated_at timestamp(3) with time zone not null default now(),
  entity text not null,
  signature text not null,
  mapping jsonb not null,
  primary key (firm_id, id)
);
create unique index import_mappings_entity_signature_key on import_mappings (firm_id, entity, signature);

-- Exports of tables; the file is kept for a day and is for the person who made it.
create table export_runs (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  user_id uuid not null,
  entity text not null,
  file_name text not null,
  format text not null,
  request jsonb not null,
  status text not null default 'waiting',
  reason text,
  done integer not null default 0,
  total integer,
  size bigint,
  attempts integer not null default 0,
  is_canceled boolean not null default false,
  expires_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create index export_runs_user_id_created_at_idx on export_runs (firm_id, user_id, created_at);

-- The imports that somebody began, the newest first.
create index import_runs_user_id_created_at_idx on import_runs (firm_id, user_id, created_at);
