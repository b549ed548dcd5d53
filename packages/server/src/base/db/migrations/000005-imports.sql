create table import_runs (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  entity text not null,
  file_name text not null,
  mode text not null,
  status text not null,
  reason text,
  row_count integer not null default 0,
  new_count integer not null default 0,
  changed_count integer not null default 0,
  unchanged_count integer not null default 0,
  deleted_count integer not null default 0,
  error_count integer not null default 0,
  user_id uuid,
  primary key (firm_id, id)
);
alter table import_runs add constraint import_runs_user_id_fkey foreign key (firm_id, user_id) references users (firm_id, id) on delete set null (user_id);
create index import_runs_created_at_idx on import_runs (firm_id, created_at);

-- What was wrong with the rows of a file: the first thousand errors, and all refused rows as a file.
create table import_findings (
  firm_id integer not null,
  id uuid not null,
  fields text[] not null default '{}',
  errors jsonb not null default '[]',
  rejected_file text,
  primary key (firm_id, id),
  foreign key (firm_id, id) references import_runs (firm_id, id) on delete cascade
);

-- The token by which programs import; only its hash is kept, and there is one at most.
create table import_tokens (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  token_hash text not null,
  user_id uuid,
  last_used_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete set null (user_id)
);
create unique index import_tokens_firm_id_key on import_tokens (firm_id);

-- The predefined roles of the firms that are there already do not name imports yet (as in 000002).
do $$ begin
  if exists (select from pg_policies where tablename = 'user_security_roles' and policyname = 'system_access') then
    set local role courtcrier_system; update user_security_roles
      set grants = grants || jsonb_build_object('import_run_permissions', '{}'::jsonb, 'import_run_access',
        case name when 'Administrator' then 'FULL' when 'View Only' then 'DENY' else 'READ' end)
      where is_system_defined; reset role; end if; end $$;
