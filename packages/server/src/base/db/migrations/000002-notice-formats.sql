create table notice_formats (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  is_active boolean not null default true,
  overrides_built_in boolean not null default false,
  kind text not null default 'filing',
  sender_addresses text[] not null default '{}',
  sender_domains text[] not null default '{}',
  subject_patterns text[] not null default '{}',
  body_phrases text[] not null default '{}',
  ecfx_jurisdiction_id text,
  court_labels text[] not null default '{}',
  court_names jsonb not null default '{}',
  docket_number_labels text[] not null default '{}',
  case_name_labels text[] not null default '{}',
  event_labels text[] not null default '{}',
  document_title_labels text[] not null default '{}',
  docket_text_labels text[] not null default '{}',
  filed_date_labels text[] not null default '{}',
  filed_by_labels text[] not null default '{}',
  filer_labels text[] not null default '{}',
  reference_labels text[] not null default '{}',
  recipient_labels text[] not null default '{}',
  link_hosts text[] not null default '{}',
  link_words text[] not null default '{}',
  required_parts text[] not null default '{}',
  primary key (firm_id, id)
);
create unique index notice_formats_name_key on notice_formats (firm_id, name);

-- What a role does not name is denied, and the predefined roles of the firms that are there already do not name the
-- formats yet. A firm's rows are out of the owner's own sight, and a new database has no such policies and no firms.
do $$ begin
  if exists (select from pg_policies where tablename = 'user_security_roles' and policyname = 'system_access') then
    set local role courtcrier_system; update user_security_roles
      set grants = grants || jsonb_build_object('notice_format_permissions', '{}'::jsonb, 'notice_format_access',
        case name when 'Administrator' then 'FULL' when 'Manager' then 'READ' else 'DENY' end)
      where is_system_defined; reset role; end if; end $$;
