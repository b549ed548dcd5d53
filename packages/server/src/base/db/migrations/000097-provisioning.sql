-- A key of the kind `provisioning` belongs to an identity provider, which creates and changes users with it (SCIM).
alter table api_keys
  add column provider_id uuid,
  add constraint api_keys_provider_id_fkey foreign key (firm_id, provider_id)
    references identity_providers (firm_id, id) on delete cascade;
create index api_keys_provider_id_idx on api_keys (firm_id, provider_id) where provider_id is not null;

-- What a provider says of the users it provisions, beyond what a user has. The ID is the user's.
create table provisioned_users (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  provider_id uuid not null,
  external_id text,
  given_name text,
  family_name text,
  formatted_name text,
  work_email text,
  -- Deactivated by the provider, which may then activate the user again.
  is_suspended boolean not null default false,
  -- Deleted for the provider; the user stays, deactivated.
  deleted_at timestamp(3) with time zone,
  -- When a refusal was last logged.
  refused_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, id) references users (firm_id, id) on delete cascade,
  foreign key (firm_id, provider_id) references identity_providers (firm_id, id) on delete cascade
);
create index provisioned_users_provider_id_idx on provisioned_users (firm_id, provider_id);
create index provisioned_users_external_id_idx on provisioned_users (firm_id, provider_id, external_id);

create table provisioned_groups (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  provider_id uuid not null,
  display_name text not null,
  external_id text,
  primary key (firm_id, id),
  foreign key (firm_id, provider_id) references identity_providers (firm_id, id) on delete cascade
);
create unique index provisioned_groups_name_key
  on provisioned_groups (firm_id, provider_id, lower(display_name));

create table provisioned_members (
  firm_id integer not null,
  id uuid not null default gen_random_uuid(),
  group_id uuid not null,
  user_id uuid not null,
  primary key (firm_id, id),
  foreign key (firm_id, group_id) references provisioned_groups (firm_id, id) on delete cascade,
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create unique index provisioned_members_key on provisioned_members (firm_id, group_id, user_id);
create index provisioned_members_user_id_idx on provisioned_members (firm_id, user_id);
